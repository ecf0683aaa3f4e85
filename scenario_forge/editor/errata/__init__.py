"""Errata mode: which errata the page's game has, changes of printed values written as errata, and their list.

Called by the session and the server. Must never write a file, nor change a printed value.
"""
