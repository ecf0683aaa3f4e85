"""Assault: units attack a hex beside them, by odds on a table of results or by hits of dice of their own."""
