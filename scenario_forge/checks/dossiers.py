"""Dossiers: of this game, of a date that a game can start on, with decisions that can be placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.drafts.dates import NotMade, dossier_dates
from scenario_forge.game.dossiers import dossiers, stem_of
from scenario_forge.game.forces import all_forces_read
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.game.dossiers import Dossier, Kind
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
DOS001 = CODES.error("DOS001", "dossier-without-a-date", "no scenario can start from this dossier: {problem}")
DOS002 = CODES.error("DOS002", "decision-about-nobody", "{subject}: {problem}")
DOS003 = CODES.error("DOS003", "decided-twice", "{subject} is decided twice")
DOS004 = CODES.error("DOS004", "decision-is-no-cell", "{subject}: this is not a position: {problem}")
DOS005 = CODES.error("DOS005", "decision-has-no-place", "{subject}: no such hex, place or box: {problem}")
DOS006 = CODES.error("DOS006", "decided-where-none-may-stand", "{subject} cannot be there: {problem}")
DOS007 = CODES.error("DOS007", "dossier-of-another-game", "this dossier is for the game `{found}`, not for `{game}`")
DOS008 = CODES.warning("DOS008", "dossier-under-another-name", "the dossier of {date} belongs in {expected}")


_CODES: dict[Kind, Code] = {
    "who": DOS002,
    "twice": DOS003,
    "cell": DOS004,
    "place": DOS005,
    "sea": DOS006,
}


def dossier_heads(game: Game) -> Iterator[Diagnostic]:
    """Report dossiers of a different game, of a date that is not on the track, or in the wrong file."""
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
    if any(file.document is None for file in game.files.values()) or hex_map(game) is None or not all_forces_read(game):
        return  # no date can be drafted until that is mended, which is reported there
    try:
        dates = dossier_dates(game, document.date, document.first)
    except NotMade as problem:
        yield DOS001.at(where / "date", problem=str(problem)).suggest(problem.hint)
        return
    date = track.calendar.text(dates.first_turn)
    if where.file.stem != stem_of(date):
        yield DOS008.at(where / "date", date=date, expected=f"dossiers/{stem_of(date)}.yaml")


def decisions(game: Game) -> Iterator[Diagnostic]:
    """Report rows of dossiers about nobody, about the same unit twice, or with an impossible position."""
    for dossier in dossiers(game):
        for fault in dossier.faults:
            finding = _CODES[fault.kind].at(fault.where, subject=fault.subject, problem=fault.problem)
            yield finding.suggest(fault.hint)


CHECKS = (dossier_heads, decisions)
