"""Places whose control a person decides, as rows of a dossier: what the printed starts say, and each side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.design.decided import with_decisions
from scenario_forge.design.dossier_rows import Printed, Subject, then
from scenario_forge.design.front import Held, stated_at
from scenario_forge.design.scenario import front_of
from scenario_forge.project.dossiers import CONTROL
from scenario_forge.project.force import DECIDE
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.design.dates import Dates
    from scenario_forge.design.drafts import Draft
    from scenario_forge.design.fitting import Ground
    from scenario_forge.project.dossiers import Decided, Key
    from scenario_forge.project.game import Game
    from scenario_forge.project.time.schedule import DateMark


def control_drafted(
    game: Game, dates: Dates, drafted: list[Draft], ground: Ground, origin: str | None = None
) -> list[Held]:
    """What a new scenario would say of control, with everybody where it was decided.

    Raises:
        NotMade: there is nothing called ``origin``.
    """
    settled, anew = with_decisions(game, dates, drafted, ground)
    drawn = front_of(game, dates, settled, anew, origin)
    return drawn.held if drawn else []


def control_written(game: Game, name: str) -> list[Held]:
    """What a scenario says of control."""
    found = []
    for place, text in scenarios(game).scenarios[name].document.control.items():
        open_ = DECIDE.fullmatch(text)
        found.append(Held(place, open_[1] if open_ else text, f"as {name} has it", open=bool(open_)))
    return found


def control_subjects(game: Game, dates: Dates, held: list[Held], decided: Mapping[Key, Decided]) -> Iterator[Subject]:
    """A row for each place that is named, or was decided on; each side is a candidate."""
    grid, seen = hex_map(game), set()
    others = [Held(row.row.control or "", "", "") for key, row in decided.items() if key[0] == CONTROL]
    for each in [*held, *others]:
        spot = grid.find(each.place) if grid else None
        if grid is None or spot is None or spot.hex is None or spot.hex in seen:
            continue
        seen.add(spot.hex)
        places = [place.name for place, hex_, _where in grid.places.values() if hex_ == spot.hex]
        yield _subject(game, dates, each, spot.hex, (grid.name(spot.hex), places[0] if places else each.place))


def _subject(game: Game, dates: Dates, held: Held, hex_: int, names: tuple[str, str]) -> Subject:
    key, place = names
    before, after = _printed(game, dates.before, place), _printed(game, dates.after, place)
    made = Subject(
        (CONTROL, key),
        f"Control of {place}",
        place,
        None,
        "open" if held.open else "carried",
        before or Printed(""),
        (after or Printed("")) if dates.after else None,
        drafted=held.side,
    )
    drafted = held.why if held.why.startswith("as ") else "as the front is drafted"
    for side in dict.fromkeys((held.side, *game.side_names)):
        if not side:
            continue
        made.propose(side, [hex_], drafted if side == held.side else "")
        for mark, printed, verb in ((dates.after, after, "is"), (dates.before, before, "was")):
            if mark is not None and printed is not None and printed.cell == game.side_name(side):
                made.propose(side, [hex_], f"whose it {verb} {then(mark)}")
    return made


def _printed(game: Game, mark: DateMark | None, place: str) -> Printed | None:
    side = stated_at(game, mark, place) if mark else ""
    return Printed(game.side_name(side), "at") if side else None
