"""Play: the tables of the state, the sequence of play, and its steps, each named after its rule.

Names no place, unit, nationality or date: those are content.
"""
