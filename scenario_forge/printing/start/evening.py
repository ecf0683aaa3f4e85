"""The smallest set of documents with which one can play: the shortest scenario and what it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.printing.brief import safe
from scenario_forge.printing.profile import chosen_profile, find_profile
from scenario_forge.printing.words import length_words
from scenario_forge.project.locate import called, command
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.press.manifest import Entry
    from scenario_forge.project.scenarios import Scenario

NEEDED = ("map", "counters", "rules", "charts", "player-aid", "unit-record")
"""Components that every scenario needs."""
PER_SCENARIO = ("setup-card",)


def first_evening(brief: Brief, entries: Sequence[Entry]) -> dict[str, Any] | None:
    """A title, a lead and the documents to print; None where nothing could be left out."""
    from scenario_forge.printing.start.contents import Folder, sheets_of  # noqa: PLC0415

    chosen = shortest(brief, entries)
    if chosen is None:
        return None
    scenario, turns = chosen
    folder, words = Folder(brief, entries), brief.words
    wanted = [e for e in folder.at_home if e.component in NEEDED or _of(e, scenario.id)]
    if len(wanted) == len(folder.at_home):
        return None
    length = length_words(words, schedule(brief.game), turns)
    steps = [words("start_first_sheets", sheets=sum(map(sheets_of, wanted)), paper=brief.paper.name)]
    about = brief.game.about
    if about and any(e.component == "counters" and not e.for_scenario for e in wanted):
        steps.append(words("start_first_own", command=_command(brief, scenario.id)))
    return {
        "title": words("start_first"),
        "lead": words("start_first_lead", scenario=scenario.document.title, length=length),
        "files": [folder.short(entry) for entry in wanted],
        "steps": steps,
    }


def _command(brief: Brief, scenario: str) -> str:
    """What prints the counters of one scenario alone, on this paper, in this profile, with these errata."""
    game, profile = brief.game, brief.profile
    usual, _findings = find_profile(game, chosen_profile(game))
    return command(
        "build",
        called(game.folder),
        "--for-scenario",
        scenario=scenario,
        errata=game.errata,
        profile=profile.id if profile.id != usual.id else None,
        paper=profile.paper.name if profile.id != usual.id or profile.paper.name != usual.paper.name else None,
    )


def shortest(brief: Brief, entries: Sequence[Entry]) -> tuple[Scenario, int] | None:
    """The scenario of the fewest player turns that has its cards in the folder, and how many those are."""
    track = schedule(brief.game)
    if track is None:
        return None
    found = []
    for scenario in scenarios(brief.game).scenarios.values():
        turns = scenario.player_turns(track)
        if turns and turns > 0 and any(_of(entry, scenario.id) for entry in entries):
            found.append((scenario, turns))
    return min(found, key=lambda each: (each[1], each[0].id), default=None)


def _of(entry: Entry, scenario: str) -> bool:
    return entry.component in PER_SCENARIO and safe(scenario) in entry.file.split("_")
