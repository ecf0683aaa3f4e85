"""Arrivals: reinforcements and withdrawals, replacements, fortified boxes."""
