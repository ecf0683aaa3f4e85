"""Tests of the fonts of the package."""
