"""Leaders: headquarters and commanders that are with a unit, move with it, help others, command and lead them."""
