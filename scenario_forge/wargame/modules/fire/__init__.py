"""Fire: units fire at units that they see, alone or together, in their own phase or at who moves."""
