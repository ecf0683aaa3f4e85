"""Plays any compiled scenario without a screen: state, steps, frames, events, chance, records.

Called by playtest, the API and rule systems, which bring the steps. Knows no game.
"""
