"""The fonts of the package: which characters they have, and how far a line of them runs.

Called by checks and printing. Imports nothing of ours.
"""
