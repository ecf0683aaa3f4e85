"""The methods by which a new scenario gets its positions, by the word that `--from` knows for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.drafts.dates import WORDS, NotMade, word_of
from scenario_forge.drafts.front import distance_words, reopen_lost
from scenario_forge.drafts.measured import chance, measured_as, share_of_kind, share_words, turns_apart
from scenario_forge.drafts.roles import cast
from scenario_forge.drafts.rows import drafts
from scenario_forge.drafts.sighted import SEEN, with_sightings
from scenario_forge.drafts.theatre import lost_since
from scenario_forge.game.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.measured import Chance
    from scenario_forge.drafts.rows import Draft, Positions
    from scenario_forge.game.game import Game
    from scenario_forge.game.schedule import DateMark, Schedule


class DraftedSides(NamedTuple):
    """Both sides as a method drafts them, without decisions of dossiers."""

    drafts: list[Draft]
    ground: Positions
    how: str
    """Where the positions come from, in words without a full stop."""
    source: DateMark | None = None
    """The printed start whose positions are copied, if it is one."""
    values: DateMark | None = None
    """The printed start whose values it begins with where the game keeps them by start; None: of the source."""
    chance: Chance | None = None
    """How good its guesses are; None where none were measured."""


class Method(Protocol):
    """A way to draft both sides on a date."""

    def __call__(self, game: Game, dates: Dates, number: int | None = None) -> DraftedSides:
        """Draft both sides; ``number`` is what stands behind the word."""


def roles(game: Game, dates: Dates, number: int | None = None) -> DraftedSides:  # noqa: ARG001 - as all methods
    """Draft each unit in its role at the front of the date."""
    drafted, ground, how, template = cast(game, dates)
    return DraftedSides(drafted, ground, how, values=template)


def before(game: Game, dates: Dates, number: int | None = None) -> DraftedSides:  # noqa: ARG001 - as all methods
    """Copy the positions of the printed start before the date."""
    return copied(game, dates, dates.before)


METHODS: Mapping[str, Method] = {"roles": roles, "before": before}
SUCH = "such guesses are "
"""Begins what a row says of its chance."""
DEFAULT = "roles"
"""The method that the measure found best."""


def usual_method(track: Schedule) -> str:
    """Return the method where none is named: roles are measured in campaigns, and fit no hours of a battle."""
    return DEFAULT if track.calendar.dated else "before"


def draft_sides(game: Game, dates: Dates, origin: str | None = None) -> DraftedSides:
    """Draft both sides as ``origin`` has them, without decisions of dossiers.

    Raises:
        NotMade: there is nothing called ``origin``, an order of battle lacks a column, or the method needs what the
            game has not.
    """
    word, number = word_of(origin)
    named = dates.before if dates.printed and origin is None else start_named(game, dates, origin)
    method = word or usual_method(dates.track)
    sides = METHODS[method](game, dates, number) if named is None else copied(game, dates, named)
    drafted, ground = with_sightings(game, dates, sides.drafts, sides.ground)
    return sides._replace(drafts=drafted, ground=ground, chance=tell_chances(game, dates, origin, drafted))


def tell_chances(game: Game, dates: Dates, origin: str | None, drafted: Sequence[Draft]) -> Chance | None:
    """Say of each guess how good such guesses are; return how good all of the method's are."""
    if not dates.track.calendar.dated:
        return None
    method = measured_as(dates, origin, DEFAULT)
    for row in (
        row for draft in drafted for row in draft.rows if row.open and row.token.kind == "at" and row.guess != SEEN
    ):
        share = share_of_kind(method, game.id, row.guess)
        if share is not None:
            row.why.append(f"{SUCH}{share_words(share)}")
    return chance(method, turns_apart(dates))


def copied(game: Game, dates: Dates, mark: DateMark) -> DraftedSides:
    """Copy the positions of a printed start; guesses against which the chronology speaks say so."""
    drafted, ground = drafts(game, dates, mark)
    if ground.grid is not None:
        reopen_lost(ground.grid, drafted, lost_since(game, dates, mark))
    return DraftedSides(drafted, ground, f"those of {mark.date.label}, {distance_words(dates, mark)}", mark)


def start_named(game: Game, dates: Dates, origin: str | None) -> DateMark | None:
    """Return the printed start that ``origin`` names itself or by a scenario; None for a method.

    Raises:
        NotMade: there is nothing called ``origin``.
    """
    if origin is None or word_of(origin)[0]:
        return None
    track = dates.track
    if origin in track.starts:
        return track.starts[origin]
    known = scenarios(game).scenarios
    found = known.get(origin)
    if found is not None and found.document.set_up:
        hint = "play it with `--record FILE`, and take positions from the record: `--from FILE`"
        raise NotMade(f"the scenario `{origin}` has a set-up of its own, from which no positions are taken", hint)
    if found is None or found.start is None:
        names = [*track.starts, *known, *WORDS]
        hint = did_you_mean(origin, names) or f"printed starts: {', '.join(track.starts)}; --help has the other ways"
        raise NotMade(f"there is no printed start or scenario `{origin}` to take positions from", hint)
    return found.start
