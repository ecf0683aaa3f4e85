"""Works: minefields, entrenchments, walls and the like, that markers of a set-up put on the map."""
