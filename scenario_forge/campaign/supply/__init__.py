"""Supply: paths, markers, who is out of it."""
