"""Charts, player aids, orders of battle, score pad, labels."""
