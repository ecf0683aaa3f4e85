"""Supply: paths, markers, and units without it."""
