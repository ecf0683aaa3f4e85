"""From a folder of files to validated documents: found, read, patched by errata and variants, given shape."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.game.reading import errata as errata
    from scenario_forge.game.reading import folder as folder
    from scenario_forge.game.reading import variants as variants

__getattr__ = attributes(__name__)
