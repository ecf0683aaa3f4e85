"""Printed components: pure functions from the linked game to SVG and tables, then Typst to PDF.

Called by the API. Every word that is printed comes from `words/<language>.yaml` of the game, or from
`english/*.yaml` here. Must never import a rule system: systems bring printables of their own.
"""
