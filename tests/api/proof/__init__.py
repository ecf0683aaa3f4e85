"""Set-ups proved by playing, and games to find where the rules fail."""
