"""Reinforcements, withdrawals, replacements."""
