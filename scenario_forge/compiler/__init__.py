"""A linked game and a scenario to arrays, with a content hash (design decision 7).

Called by the API, printing and whatever plays. Reads the linked game only; must never import a rule
system, a check or anything that prints.
"""
