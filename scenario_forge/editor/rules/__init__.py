"""The rulebook as the page shows it: the tab Rules."""
