"""Views of a game for the page: the map, overlays of a set-up, pages as they print, and the rulebook.

Called by `app.py` and `questions.py` in `editor/server/` (routes). Must not import it or the session.
"""
