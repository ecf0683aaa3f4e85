"""Differences of two states of a game by meaning, never by lines of a file.

Used by the errata page and sheet, and by `forge diff`. Pure functions over linked games; must not import
checks, printing or anything above.
"""
