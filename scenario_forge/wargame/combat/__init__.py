"""Combat: rounds, allocation, results, losses, repair."""
