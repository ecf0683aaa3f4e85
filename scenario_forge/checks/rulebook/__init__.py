"""Checks of the rulebook, its examples and figures, and the player aids."""
