"""The tab Compare: what the screen differs in from files, commits and other scenarios."""
