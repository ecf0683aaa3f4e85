"""The rule systems: one folder a game, what only that game has; found through entry points.

The core asks them through `game/system.py`. Nothing below imports this folder.
"""
