"""DOS001 to DOS008: dossiers are of this game and of a date, and what they decide can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.design.dates import NotMade
from scenario_forge.design.dossier_clashes import dossier_dates
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.project.dossiers import dossiers, stem_of
from scenario_forge.project.time.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.project.dossiers import Dossier, Kind
    from scenario_forge.project.game import Game

CODES = Codes(__file__)
DOS001 = CODES.error("DOS001", "dossier-without-a-date", "this dossier cannot be begun: {problem}")
DOS002 = CODES.error("DOS002", "decision-about-nobody", "{subject}: {problem}")
DOS003 = CODES.error("DOS003", "decided-twice", "{subject} is decided twice")
DOS004 = CODES.error("DOS004", "decision-is-no-cell", "{subject}: this is not where a unit starts: {problem}")
DOS005 = CODES.error("DOS005", "decision-has-no-place", "{subject}: no such hex, place or box: {problem}")
DOS006 = CODES.error("DOS006", "decided-where-none-may-stand", "{subject} cannot stand there: {problem}")
DOS007 = CODES.error("DOS007", "dossier-of-another-game", "this dossier is for the game `{found}`, not for `{game}`")
DOS008 = CODES.warning("DOS008", "dossier-under-another-name", "the dossier of {date} belongs in {expected}")


_CODES: dict[Kind, Code] = {
    "who": DOS002,
    "twice": DOS003,
    "cell": DOS004,
    "place": DOS005,
    "sea": DOS006,
}


def heads(game: Game) -> Iterator[Diagnostic]:
    """Each dossier is of this game, of a date of its track, and in the file of that date."""
    for dossier in dossiers(game):
        document, where = dossier.document, dossier.where
        if game.about is not None and document.game != game.about.game:
            hint = did_you_mean(document.game, [game.about.game])
            yield DOS007.at(where / "game", found=document.game, game=game.about.game).suggest(hint)
        yield from _date(game, dossier)


def _date(game: Game, dossier: Dossier) -> Iterator[Diagnostic]:
    document, where = dossier.document, dossier.where
    track = schedule(game)
    if track is None or not track.sides:
        return
    if document.first not in track.sides:
        hint = did_you_mean(document.first, track.sides)
        yield DOS001.at(where / "first", problem=f"there is no side `{document.first}`").suggest(hint)
        return
    try:
        dates = dossier_dates(game, document.date, document.first)
    except NotMade as problem:
        yield DOS001.at(where / "date", problem=str(problem)).suggest(problem.hint)
        return
    date = track.calendar.text(dates.first_turn)
    if where.file.stem != stem_of(date):
        yield DOS008.at(where / "date", date=date, expected=f"dossiers/{stem_of(date)}.yaml")


def rows(game: Game) -> Iterator[Diagnostic]:
    """Each row is about somebody, once, and puts them where they may stand."""
    for dossier in dossiers(game):
        for fault in dossier.faults:
            finding = _CODES[fault.kind].at(fault.where, subject=fault.subject, problem=fault.said)
            yield finding.suggest(fault.hint)


CHECKS = (heads, rows)
