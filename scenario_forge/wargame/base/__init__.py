"""Base classes of a game's rules: its system, the numbers it reads, its steps, and its events in words."""
