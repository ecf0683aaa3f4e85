"""Victory: objectives, points, and the outcome of a game."""
