"""Rule modules that wargames share. A game chooses among them and sets their parameters."""
