"""The rule system of *Desert Rats*: its notations, its rules.yaml, its own checks.

Found through the entry point `desert-rats`. Names no place, unit, nationality or date: those are content.
"""

from scenario_forge.systems.desert_rats.system import DesertRats

SYSTEM = DesertRats()

__all__ = ["SYSTEM", "DesertRats"]
