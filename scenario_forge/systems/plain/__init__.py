"""The rule system `plain`: no rules. A game of it is checked, printed and packed, and not played.

Found through the entry point `plain`.
"""

from scenario_forge.systems.plain.system import Plain

SYSTEM = Plain()

__all__ = ["SYSTEM", "Plain"]
