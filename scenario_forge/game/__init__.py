"""Games as linked values: files are found, names linked to things, errata and variants laid over them.

The compiler, the checks and everything above work on its :class:`~scenario_forge.game.game.Game`.
Must never import a rule system: systems join through `system.py`.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.game import hexmap as hexmap
    from scenario_forge.game import scenarios as scenarios
    from scenario_forge.game import system as system

__getattr__ = attributes(__name__)
