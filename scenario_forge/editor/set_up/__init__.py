"""The set-up of a scenario on the map: its units, and what supply and zones of control reach."""
