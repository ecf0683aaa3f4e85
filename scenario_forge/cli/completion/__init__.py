"""Completion by the Tab key: candidates, and the scripts that ask for them in each shell.

Called by ``__main__`` when a shell asks, before anything else is imported; `verb` is ``forge completion``.
Must never import a verb, typer, or anything that takes longer to import than a person waits for the Tab key.
"""
