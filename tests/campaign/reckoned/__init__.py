"""Slow reckonings of rules from the rulebook's text alone, and what the program answers in random positions."""
