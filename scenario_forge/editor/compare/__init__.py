"""What the screen differs in from files, commits and other scenarios: the tab Compare."""
