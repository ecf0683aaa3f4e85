"""Game mechanics as pure functions: movement, zones, supply, retreats, tables, odds, sight.

Pure functions over plain values, parameterised by what a rule system hands over. `engine` has the hot ones as one
value, plain or compiled (`kernels`). Called by checks, the simulator and rule systems. Never imports checks.
"""
