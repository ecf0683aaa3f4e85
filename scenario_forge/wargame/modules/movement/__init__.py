"""Movement: units spend points of their allowance, hex by hex, by the costs of the ground for their class."""
