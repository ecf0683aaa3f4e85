"""The example on the page of each code, and further ones, tried on the small clean game of tests/games/skirmish."""
