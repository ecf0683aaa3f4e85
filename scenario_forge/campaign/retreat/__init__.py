"""Retreat after combat, and advance."""
