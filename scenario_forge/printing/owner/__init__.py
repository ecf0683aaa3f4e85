"""Patches and slips that fit a published copy: measured by the profile, drawn from values rather than from our pages.

The errata sheet and its list of changes use them. Nothing here compares pages.
"""
