"""Mechanics that many games share: stacking, supply; later movement, tables, line of sight.

Pure functions over plain values, parameterised by what a rule system hands over. Never imports checks.
"""
