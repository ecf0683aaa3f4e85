"""The rule systems: one folder for what only one game has; found through entry points.

The core asks them through `game/system.py`. Nothing below imports this folder.
"""
