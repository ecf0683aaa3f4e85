"""Set-ups proved by playing them: games by players, what must hold watched after every event, and what never came.

``games`` plays and notes, ``findings`` makes diagnostics of what was noted.
"""
