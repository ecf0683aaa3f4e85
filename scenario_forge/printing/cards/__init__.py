"""Set-up cards: one for each side and scenario."""
