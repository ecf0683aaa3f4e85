"""Play in words and figures."""
