"""The rule system of *Knights of the Desert*.

Found through the entry point `knights-of-the-desert`. Names no place, unit, nationality or date: those are content.
"""

from scenario_forge.systems.knights_of_the_desert.system import KnightsOfTheDesert

SYSTEM = KnightsOfTheDesert()

__all__ = ["SYSTEM", "KnightsOfTheDesert"]
