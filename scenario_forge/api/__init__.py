"""What the command line does, as documented and typed Python calls.

Called by the command line, notebooks, an editor. Everything here takes and gives plain values; nothing
prints, asks a terminal, or raises for bad content. A module is named after the verb that it serves, and is
imported when it is first used: `api.play` (a scenario, a record), `api.playtest`, `api.tune` …
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.api import at_table as at_table
    from scenario_forge.api import build as build
    from scenario_forge.api import calls as calls
    from scenario_forge.api import collate as collate
    from scenario_forge.api import diff as diff
    from scenario_forge.api import dossier as dossier
    from scenario_forge.api import dossier_answers as dossier_answers
    from scenario_forge.api import errata as errata
    from scenario_forge.api import errata_impact as errata_impact
    from scenario_forge.api import files as files
    from scenario_forge.api import new_dates as new_dates
    from scenario_forge.api import pack_archive as pack_archive
    from scenario_forge.api import packs as packs
    from scenario_forge.api import play as play
    from scenario_forge.api import playtest as playtest
    from scenario_forge.api import proof as proof
    from scenario_forge.api import schemas as schemas
    from scenario_forge.api import tables as tables
    from scenario_forge.api import tables_import as tables_import
    from scenario_forge.api import trials as trials
    from scenario_forge.api import tune as tune
    from scenario_forge.api import tune_report as tune_report
    from scenario_forge.api import typical as typical
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
