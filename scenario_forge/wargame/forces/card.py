"""What a set-up card says of the force of which a side's units are, and of others that may be bought in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.wargame.forces.document import ForcesDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.wargame.forces.document import Exchange
    from scenario_forge.wargame.forces.lines import Choice, Line


def force_texts(game: Game, scenario: str, side: str, words: Callable[..., str]) -> Iterator[tuple[str, str]]:
    """Yield the title of the force of a side in a scenario with its lines and what may be chosen, and its exchanges."""
    found = game.one("forces", ForcesDocument)
    if found is None:
        return
    fielded = {row.force: row for row in found[0].fielded if (row.scenario, row.side) == (scenario, side)}
    for force in found[0].forces:
        if force.force in fielded:
            key = "force_part" if fielded[force.force].part else "force_whole"
            yield words(key, force=force.title), " ".join(line_text(line, words) for line in force.lines)
            exchanges = [exchange_text(each, words) for each in found[0].exchanges_of(force)]
            if exchanges:
                yield words("force_exchange_line"), " ".join(exchanges)
            yield words("force_instead"), words("force_instead_blank")


def line_text(line: Line, words: Callable[..., str]) -> str:
    """Return a line in words: `AT guns, 2: 1 Marder; 37mm AT gun or 50mm AT gun`, with a full stop."""
    choices = words("force_choices").join(_choice(choice, words) for choice in line.of)
    return words("force_line", line=line.line, count=line.count, choices=choices)


def exchange_text(exchange: Exchange, words: Callable[..., str]) -> str:
    """Return an exchange in words: `Engineers in place of Infantry, at most 1.`."""
    either = words("force_or")
    return words(
        "force_exchange", units=either.join(exchange.to), others=either.join(exchange.of), count=exchange.at_most
    )


def _choice(choice: Choice, words: Callable[..., str]) -> str:
    units = words("force_or").join(choice.units)
    if choice.exactly is not None:
        return words("force_exactly", count=choice.exactly, units=units)
    if choice.at_least:
        units = words("force_at_least", count=choice.at_least, units=units)
    return units if choice.at_most is None else words("force_at_most", count=choice.at_most, units=units)
