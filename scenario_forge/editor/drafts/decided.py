"""Decisions as texts: in the scenario's open cells and, where the game has a dossier of its date, in that too."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.api.drafts.dossier import DossierPlace, place_of
from scenario_forge.api.drafts.dossier_answers import resolve, take_answers
from scenario_forge.drafts.dates import NotMade
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.drafts.evidence import as_dossier, dates_of_scenario
from scenario_forge.source.edit import by_lines
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.dossier_rows import Subject
    from scenario_forge.game.dossiers import Dossier, Key
    from scenario_forge.game.game import Game
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.source.nodes import Splice


class WrittenDecisions(NamedTuple):
    """Written decisions: the scenario's text, what they say, whose they are; which are not written, and why."""

    text: str
    said: list[str]
    keys: list[Key]
    refused: list[str]


def dates_or_refused(game: Game, scenario: Scenario) -> Dates:
    """Return the scenario's start, and the printed starts around it.

    Raises:
        Refused: it does not begin on a date of the track.
    """
    try:
        return dates_of_scenario(game, scenario)
    except NotMade as why:
        raise Refused(str(why)) from why


def write_decisions(game: Game, scenario: Scenario, rows: Sequence[tuple[Key, str, str]]) -> WrittenDecisions:
    """Return a scenario's text with decisions written into it.

    ``rows``: of each whose it is, the cell, and its source in words.

    Raises:
        Refused: the scenario does not begin on a date of the track.
    """
    dates = dates_or_refused(game, scenario)
    found = as_dossier(game, dates, scenario, rows)
    place = DossierPlace(dates, dates.track.calendar.text(dates.first_turn), found)
    made = resolve(game, place, scenario.id)
    keys = [key for key, each in found.settled_rows.items() if f"{each.cited}: {each.row.at}" in made.done]
    refused = [f"{each.subject}: {each.problem}" for each in found.faults]
    missing = [f"{each}: the scenario has no such row" for each in made.missing]
    return WrittenDecisions(made.text, list(made.done), keys, [*refused, *made.refused, *missing])


def dossier_of(game: Game, scenario: Scenario) -> Dossier | None:
    """Return the dossier of a scenario's date; None where the game has none that can be read."""
    dates = dates_or_refused(game, scenario)
    try:
        return place_of(game, dates.track.calendar.text(dates.first_turn), dates.first).found
    except NotMade:
        return None


def dossier_edits(
    game: Game,
    scenario: Scenario,
    rows: Sequence[tuple[Key, str, str]],
    subjects: Sequence[Subject],
    unsaved: Mapping[str, str | None],
) -> dict[str, list[Splice]]:
    """Return the edits that take decisions into the dossier of the scenario's date; none without one.

    A row gets the cell, its source, and as its note the reasons of the candidate that was taken. A note of the dossier
    stays; so does its source, unless another is given or the dossier has another cell.

    Raises:
        Refused: the dossier's text cannot be changed without harm.
    """
    dossier = dossier_of(game, scenario)
    if dossier is None:
        return {}
    dates, file = dates_or_refused(game, scenario), dossier.where.file.source
    place = DossierPlace(dates, dates.track.calendar.text(dates.first_turn), dossier)
    answers = as_dossier(game, dates, scenario, rows)
    reasons = {(each.key, one.cell): one.why for each in subjects for one in each.candidates}
    for key, each in answers.rows.items():
        before = dossier.rows.get(key)
        same = before is not None and before.row.at in ("", each.row.at)
        source = each.row.source or (before.row.source if before and same else "")
        note = (before.row.note if before else "") or "; ".join(reasons.get((key, each.row.at), ()))
        answers.rows[key] = replace(each, row=each.row.model_copy(update={"source": source, "note": note}))
    try:
        text, _changes = take_answers(game, place, answers, unsaved)
    except EditRefused as error:
        raise Refused(f"{file.name}: {error}") from error
    return {file.name: by_lines(file.text, text)}
