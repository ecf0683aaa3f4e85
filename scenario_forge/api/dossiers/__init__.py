"""Dossiers: the page, the answers that it gives back, and what was decided written into a scenario."""
