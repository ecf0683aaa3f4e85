"""HTML pages about what the other floors have made: one file each, offline.

Called by the API and the verbs. A module prepares plain values, and a template in `templates/` lays them out; never
makes a document itself.
"""
