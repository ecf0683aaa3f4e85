"""Arrivals: units that come on later, leave, come back, or wait until they are released."""
