"""Errata on paper: the list of them, and a sheet of only what has changed.

Called by `forge errata page` and `forge errata sheet`; must not import reports or anything above.
"""
