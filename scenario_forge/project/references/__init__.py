"""The index of names: what each cell of a game names, and where that is defined.

``keys`` lists the keys that hold names, ``index`` looks the names up. Nothing of it is worked out before somebody asks.
"""
