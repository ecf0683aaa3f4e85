"""The frame of a game on the shelf: its system, what it reads, its steps, and how it is told."""
