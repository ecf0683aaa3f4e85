"""The command ``forge``, one file a verb; no logic, only words in and words out.

Called by the console script and ``python -m scenario_forge``. Everything it does is a call of
``scenario_forge.api`` or of a module below that; a verb imports what it needs when it is used.
"""
