"""The rule system of *WW2 Western Desert Rules*: modules of the shelf, and what only this game has.

Found through the entry point `western-desert`. Names no place, unit, nationality or date: those are content.
"""

from scenario_forge.systems.western_desert.system import WesternDesert

SYSTEM = WesternDesert()

__all__ = ["SYSTEM", "WesternDesert"]
