"""Plain functions (game) → diagnostics, in the visible lists of `run.py`.

Called by the API. A check reads the linked game and reports; it never imports a rule system.
"""
