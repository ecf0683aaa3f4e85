"""Victory: objectives, points, and how a game stands or ended."""
