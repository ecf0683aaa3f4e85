"""Scenarios on new dates: drafts, the decisions that they leave open with the evidence for each, and victory rows.

The routes call it. Everything is worked out apart from the session, which is only given splices.
"""
