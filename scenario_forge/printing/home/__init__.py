"""Printing at home: files in the order of printing, cuts, ink and minutes, and the person's own printer.

Called by the press, START-HERE, `forge build` and the editor. Must never import a rule system.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.printing.home import printer as printer

__getattr__ = attributes(__name__)
