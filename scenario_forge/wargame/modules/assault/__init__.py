"""Assault: units attack a hex beside them, and results come from a table of ratios or differences."""
