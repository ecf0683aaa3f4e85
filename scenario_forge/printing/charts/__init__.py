"""Charts, player aids, orders of battle, score pad and labels: what players read from and write on.

Each component has a module with `jobs`; `blocks.py` and its like make plain data, templates lay it out.
Must never know a game by name.
"""
