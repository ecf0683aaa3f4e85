"""Checks of the victory table, and of the targets that playtests have."""
