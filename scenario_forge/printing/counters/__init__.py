"""Counters: faces drawn from the game's data, sheets on which fronts and backs register, the manifest.

Called by the printing of a game; faces also by cards, diagrams and replay. Knows no game by name.
"""
