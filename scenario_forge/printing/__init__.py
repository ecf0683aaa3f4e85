"""Printed components: pure functions from the linked game to SVG and tables, then Typst to PDF.

Called by the API. Every word that is printed comes from `words/<language>.yaml` of the game, or from
`english/*.yaml` here. Must never import a rule system: systems bring printables of their own.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.printing import brief as brief
    from scenario_forge.printing import build_manifest as build_manifest
    from scenario_forge.printing import counters as counters
    from scenario_forge.printing import errata_sheet as errata_sheet
    from scenario_forge.printing import home as home
    from scenario_forge.printing import output_folder as output_folder
    from scenario_forge.printing import profile as profile
    from scenario_forge.printing import render as render
    from scenario_forge.printing import reprints as reprints
    from scenario_forge.printing import set_up_card as set_up_card

__getattr__ = attributes(__name__)
