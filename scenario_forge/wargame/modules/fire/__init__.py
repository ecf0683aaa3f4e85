"""Fire: units fire at units that they see, one by one or together, in their own phase or at who moves."""
