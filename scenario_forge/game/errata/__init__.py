"""Errata of a game as a list, as a text that reads back, and the two readings of a rule that each has."""
