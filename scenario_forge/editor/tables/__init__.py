"""Tables of a game for the page: what each cell says and may say, where it stands, and changes of cells and rows.

Called by `editor/server/questions.py` (routes) and `editor/session.py` (intents). Must not import either of them.
"""
