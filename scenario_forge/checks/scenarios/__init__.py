"""Checks of scenarios: dates, options, set-ups, and what they change."""
