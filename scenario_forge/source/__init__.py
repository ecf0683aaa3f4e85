"""YAML text: read with positions, edited in place, formatted, written safely.

Called by project/ and by the verbs that mend files. Imports diagnostics/ only: it knows text, not games.
"""
