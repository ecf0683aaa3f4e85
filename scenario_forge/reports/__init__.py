"""HTML pages about what the other floors have made: one file each, offline, without a script.

Called by the API. Takes plain values and writes pages; never makes a document itself.
"""
