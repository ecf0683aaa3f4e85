"""Checks of errata: their lists, what each does, and corrections that findings point to."""
