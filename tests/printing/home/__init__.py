"""Printing at home: files to print, cuts, ink, minutes, and the person's printer."""
