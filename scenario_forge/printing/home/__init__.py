"""Printing at home: files in the order of printing, cuts, ink and minutes, and the person's own printer.

Called by the press, START-HERE, `forge build` and the editor. Must never import a component or a rule system.
"""
