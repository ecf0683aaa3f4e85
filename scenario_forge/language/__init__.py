"""Answers to what an editor asks of a game's texts: findings, hover, definitions, references, rename, completion.

Protocol. Called by ``forge lsp`` and by the scenario editor. Must never print.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.language import completion as completion
    from scenario_forge.language import files as files
    from scenario_forge.language import names as names
    from scenario_forge.language import renaming as renaming
    from scenario_forge.language import server as server

__getattr__ = attributes(__name__)
