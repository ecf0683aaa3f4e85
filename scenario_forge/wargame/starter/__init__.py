"""A game of one's own to begin with: `files/` are its texts, with numbers of a model game put in where `<<…>>` stands.

Called by ``System.starter``; imports nothing of play.
"""
