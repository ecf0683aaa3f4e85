"""Checks of charts: lines that cover every value, trends, and formulas."""
