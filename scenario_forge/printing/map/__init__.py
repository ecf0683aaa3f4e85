"""The map: ground, symbols, names, what stands beside it, posters and tiles."""
