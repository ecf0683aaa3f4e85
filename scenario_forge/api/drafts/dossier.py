"""A dossier: the evidence for where each unit was on any date, as a page; and its file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.api.calls import load_game
from scenario_forge.api.drafts.from_play import drafts_of_record
from scenario_forge.diagnostics.model import did_you_mean, spelled
from scenario_forge.drafts.counting import OpenCells, open_cells
from scenario_forge.drafts.dates import NotMade, ScenarioRequest, dossier_dates, word_of
from scenario_forge.drafts.dossier_candidates import (
    add_recorded,
    add_sighted,
    find_clashes,
    place_as_scenario,
    scenario_doubts,
    settle_as_printed,
)
from scenario_forge.drafts.dossier_rows import control_subjects, draft_control, read_control, subjects
from scenario_forge.drafts.methods import draft_sides
from scenario_forge.drafts.questions import questions_in_words
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.dossiers import dossiers, stem_of
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.locate import check_command, command, game_argument
from scenario_forge.game.scenarios import scenarios
from scenario_forge.reports import drawing
from scenario_forge.reports.dossier import GENERATOR, DossierContent, chronology, dossier_page
from scenario_forge.reports.html import is_made_by

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.front import ControlLine
    from scenario_forge.drafts.scenario import NewScenario
    from scenario_forge.game.dossiers import Dossier, Key
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.record import Record

DRAFTED = "drafted-for-a-dossier"
"""The id of a scenario that is drafted to be shown, and never written."""


@dataclass(frozen=True)
class DossierPlace:
    """A date with its file. ``found`` is None as long as the game has none for it."""

    dates: Dates
    date: str
    """As the track writes it."""
    found: Dossier | None

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return stem_of(self.date)

    @property
    def name(self) -> str:
        """The file in the game's folder."""
        return f"dossiers/{self.stem}.yaml"

    def path(self, game: Game) -> Path:
        """Return the path that the file has, or will have."""
        return game.folder / "dossiers" / f"{self.stem}.yaml"


def place_of(game: Game, date: str, first: str | None = None) -> DossierPlace:
    """Return the dossier of a date; who opens is as its file says, where there is one.

    Raises:
        NotMade: no start can be made on the date; or the file is of another side that opens, or of another date.
    """
    dates = dossier_dates(game, date, first)
    text = dates.track.calendar.text(dates.first_turn)
    name = f"dossiers/{stem_of(text)}.yaml"
    file = game.read.get(name)
    if file is None:
        return DossierPlace(dates, text, None)
    found = next((each for each in dossiers(game) if each.where.file.name == name), None)
    if found is None:
        raise NotMade(f"{name} cannot be read", f"`{check_command(game)}` says why")
    document = found.document
    if first is not None and first != document.first:
        raise NotMade(
            f"{name} has {document.first} first", "one dossier a date: change `first:` in it, or leave --first"
        )
    dates = dossier_dates(game, date, document.first)
    if document.date != text and dossier_dates(game, document.date, document.first).first_turn != dates.first_turn:
        raise NotMade(f"{name} is of {document.date}, not of {text}", "rename it, or correct its date")
    if game.about is not None and document.game != game.about.game:
        raise NotMade(f"{name} is of the game {document.game}", f"`{check_command(game)}` says more")
    return DossierPlace(dates, text, found)


class DossierHtml(NamedTuple):
    """A dossier's page, and what it says in figures and words."""

    html: str
    decided: int
    """Of the open rows."""
    open: OpenCells
    """Rows that the draft or the scenario leaves open."""
    remarks: tuple[str, ...]
    """What the chronology has against it."""
    questions: tuple[str, ...]
    """What to look up next."""


def dossier_html(
    game: Game,
    place: DossierPlace,
    *,
    origin: str | None = None,
    scenario: str | None = None,
    records: Sequence[Record] = (),
) -> DossierHtml:
    """Draw the page.

    Args:
        game: with the errata that shall count.
        place: the date and what is decided for it.
        origin: whose positions are drafted, as for a new scenario; None: the best way.
        scenario: a scenario of that date that is shown as it stands; None: what a new one would be.
        records: games that were played up to the date and beyond; where units are in them are candidates.

    Raises:
        NotMade: the game has no map; there is no such scenario or it begins at another time; nothing called ``origin``;
            a record is of another game or content, or never came to the date.
    """
    if origin is not None and (origin.endswith(".json") or word_of(origin)[0] == "playouts"):
        raise NotMade(
            f"a dossier does not draft from {origin}",
            "--record FILE shows what recorded games say; or draft a scenario, and show that: --scenario NAME",
        )
    linked = hex_map(game)
    if linked is None:
        raise NotMade(f"{game.title} has no map that can be read", f"`{check_command(game)}` says why")
    dates = place.dates
    if scenario is not None:
        must_be_of_date(game, place, scenario)
    made = draft_sides(game, dates, origin)
    found = subjects(game, dates, made.drafts, made.ground)
    if dates.printed and origin is None:
        settle_as_printed(found)
    add_recorded(game, linked, [drafts_of_record(game, dates, record) for record in records], found)
    if scenario is not None:
        place_as_scenario(game, linked, scenario, found)
    rows = place.found.rows if place.found else {}
    held: list[ControlLine] = []
    if scenario is not None or not dates.printed or origin is not None:
        held = read_control(game, scenario) if scenario else draft_control(game, dates, made)
        found += control_subjects(game, dates, held, rows)
    add_sighted(game, dates, found)
    for each in found:  # those that are open still may have a source or a note
        each.decided = rows.get(each.key)
    if scenario is not None:
        now, now_id, doubts = game, scenario, scenario_doubts(game, dates, found, held)
    else:
        drawn_up = _drafted(game, place, origin)
        now, now_id, doubts = _with(game, drawn_up), DRAFTED, drawn_up.doubts
    starts = [drawing.Start("before", dates.before.date.id, dates.before.date.label, game)]
    starts += [drawing.Start("now", now_id, dates.track.label(dates.first_turn), now)] if not dates.printed else []
    starts += [drawing.Start("after", dates.after.date.id, dates.after.date.label, game)] if dates.after else []
    drawn = drawing.dossier_drawing(game, linked, [each.key for each in found], starts)
    clashes = find_clashes(game, found)
    told = chronology(game, dates, [each.lost for each in doubts.against])
    asked = questions_in_words(game, dates, found, held)
    html = dossier_page(
        DossierContent(
            game,
            linked,
            dates,
            place.name,
            found,
            starts,
            drawn,
            told,
            _about(game, place, scenario),
            _commands(game, place, scenario),
            {**_faults(place), **clashes},
            [each.words for each in doubts.against],
            asked,
        )
    )
    open_ = [each for each in found if each.status == "open"]
    settled = [each for each in open_ if each.decided and each.decided.settled and each.key not in clashes]
    return DossierHtml(html, len(settled), open_cells(each.key for each in open_), doubts.lines, tuple(asked))


def _commands(game: Game, place: DossierPlace, scenario: str | None) -> tuple[str, str]:
    """Return the commands that open the editor, and that write the decisions into a scenario."""
    folder = game_argument(game.folder)
    return command("edit", folder), command("dossier", folder, date=place.date, resolve=scenario or "NAME")


def _faults(place: DossierPlace) -> dict[Key, str]:
    """Return by row why its cell cannot be read or cannot be."""
    if place.found is None:
        return {}
    said = {fault.where.path[:2]: fault.problem for fault in reversed(place.found.faults)}
    return {key: said[each.where.path] for key, each in place.found.rows.items() if each.where.path in said}


def is_dossier_page(path: Path) -> bool:
    """Check whether a file is a page of ours, which may be overwritten."""
    with path.open("rb") as stream:
        return is_made_by(stream.read(4096), GENERATOR)


def _about(game: Game, place: DossierPlace, scenario: str | None) -> str:
    dates = place.dates
    after = f" and {dates.after.date.label}" if dates.after else ""
    when = "before" if dates.early else "between" if after else "after"
    between = f"{when} the printed start{'s' if after else ''} {dates.before.date.label}{after}"
    shown = f"scenario {scenario}" if scenario else ""
    parts = (f"{game.side_names.get(dates.first, dates.first)} first", between, shown, f"errata: {game.errata}")
    return "Dossier · " + " · ".join(part for part in parts if part)


def _drafted(game: Game, place: DossierPlace, origin: str | None) -> NewScenario:
    """Draft a new scenario on that date."""
    dates = place.dates
    stop = dates.track.calendar.text(dates.track.calendar.length - 1)
    return new_scenario(game, ScenarioRequest(DRAFTED, place.date, stop, dates.first, dates.track.sides[-1]), origin)


def _with(game: Game, made: NewScenario) -> Game:
    return load_game(game.folder, game.errata, files={f"scenarios/{DRAFTED}.yaml": made.text})


def must_be_of_date(game: Game, place: DossierPlace, name: str) -> None:
    """Check that the scenario begins on the date of the dossier.

    Raises:
        NotMade: it does not, or there is none of that name.
    """
    known = scenarios(game).scenarios
    found = known.get(spelled(name, known) or name)
    if found is None:
        raise NotMade(f"there is no scenario `{name}`", did_you_mean(name, known))
    dates = place.dates
    opens = found.first if dates.track.fixed else dates.first
    if found.start is None or (found.start.turn, opens) != (dates.first_turn, dates.first):
        words = dates.track.opening_words
        label = words(found.start.date.label, found.first) if found.start else "no date of the track"
        asked = words(dates.track.label(dates.first_turn), dates.first)
        raise NotMade(f"scenario {name} begins {label}; the dossier is of {asked}")
