"""Public Python calls for all that the command line and the editor do, documented and typed.

Calls of every day are imported from here (`from scenario_forge.api import load_game`). The modules beside them are each
imported when it is first used: `api.play` (a scenario, a record), `api.build`, `api.errata` …; six folders hold more:
`api.trials` (many games), `api.drafts` (scenarios from play, dossiers), `api.packs`, `api.tables`,
`api.errata_import` (somebody's list of errata) and `api.witnesses`.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.api import at_table as at_table
    from scenario_forge.api import build as build
    from scenario_forge.api import calls as calls
    from scenario_forge.api import collate as collate
    from scenario_forge.api import diff as diff
    from scenario_forge.api import drafts as drafts
    from scenario_forge.api import editions as editions
    from scenario_forge.api import errata as errata
    from scenario_forge.api import errata_import as errata_import
    from scenario_forge.api import files as files
    from scenario_forge.api import leaflet as leaflet
    from scenario_forge.api import packs as packs
    from scenario_forge.api import play as play
    from scenario_forge.api import schemas as schemas
    from scenario_forge.api import sentences as sentences
    from scenario_forge.api import tables as tables
    from scenario_forge.api import trials as trials
    from scenario_forge.api import witnesses as witnesses
    from scenario_forge.api.build import Printed as Printed
    from scenario_forge.api.build import build_game as build_game
    from scenario_forge.api.calls import check as check
    from scenario_forge.api.calls import compile_scenario as compile_scenario
    from scenario_forge.api.calls import effects_of_errata as effects_of_errata
    from scenario_forge.api.calls import load_game as load_game
    from scenario_forge.api.calls import render as render
    from scenario_forge.api.calls import render_all as render_all
    from scenario_forge.api.calls import report_of as report_of

_HOMES = {
    "Printed": "build",
    "build_game": "build",
    "check": "calls",
    "compile_scenario": "calls",
    "effects_of_errata": "calls",
    "load_game": "calls",
    "render": "calls",
    "render_all": "calls",
    "report_of": "calls",
}
__getattr__ = attributes(__name__, _HOMES)
