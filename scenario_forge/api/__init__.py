"""What the command line does, as documented and typed Python calls.

Called by the command line, notebooks, an editor. Everything here takes and gives plain values; nothing
prints, asks a terminal, or raises for bad content.

What plays is in modules of its own, so that it is loaded only where it is wanted: `api.play` (a scenario, a record),
`api.replay_page`, `api.replay_resume`, `api.playtest`, `api.tune` (the smallest change that makes a scenario even),
`api.contested`, `api.proof` and `api.rules` (what carries a clause out).
"""

from scenario_forge.api.build import Printed, build_game
from scenario_forge.api.calls import check, compile_scenario, load_game, render, render_all
from scenario_forge.api.report import effects_of_errata, report_of

__all__ = [
    "Printed",
    "build_game",
    "check",
    "compile_scenario",
    "effects_of_errata",
    "load_game",
    "render",
    "render_all",
    "report_of",
]
