"""The rule system of *Rats of Tobruk*: modules of the shelf, and what only this game has.

Found through the entry point `rats-of-tobruk`. Names no place, unit, nationality or date: those are content.
"""

from scenario_forge.systems.rats_of_tobruk.system import RatsOfTobruk

SYSTEM = RatsOfTobruk()

__all__ = ["SYSTEM", "RatsOfTobruk"]
