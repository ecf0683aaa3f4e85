"""What the page shows of a game: the map, overlays of a set-up, pages as they print, and the rulebook.

Called by `editor/app.py` and `editor/questions.py` (routes). Must not import it or the session.
"""
