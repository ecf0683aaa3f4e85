"""Makes the documents of a game into a folder: only what has changed, whole or not at all, one build at a time.

Called by the API. What a component looks like is none of its business: it runs jobs and keeps account.
"""
