"""Packs: one file that carries a scenario, its errata and their proof from one person to another.

Called by the command line. What is inside is untrusted: nothing is written before all of it is verified.
"""
