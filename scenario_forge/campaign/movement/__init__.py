"""Movement: points, terrain, zones of control, off-map boxes."""
