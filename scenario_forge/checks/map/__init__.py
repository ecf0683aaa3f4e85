"""Checks of the map: its grid and terrain, hexsides and roads, places and areas."""
