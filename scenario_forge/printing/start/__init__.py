"""The first page that a person prints: what lies in the folder, how to print, cut and fold it, what to begin with.

Called by the press when all other documents are there. Knows documents by their account, never by drawing them.
"""
