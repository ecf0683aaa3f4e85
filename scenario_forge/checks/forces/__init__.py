"""Checks of counters and orders of battle: identities, cells, presence, positions and supply."""
