"""Players that know the rules of this family of games. They name no game, place or unit: all comes from the scenario.

Each step has a chooser; considerations are pure functions of a view of the state, their weights are in `weights.yaml`.
"""
