"""The set-up cards of the scenarios as documents to print."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scenario_forge.compiler.set_up import plan
from scenario_forge.printing.brief import Job, Made
from scenario_forge.project.reading.variants import with_scenario
from scenario_forge.project.scenarios import scenarios as linked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.brief import Brief

NAME = "setup-card"
_SMALLER = (0.95, 0.9)
"""Type sizes that are tried where they save a page."""


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:
    """A card for each side of each scenario."""
    sides = brief.game.about.sides if brief.game.about else []
    known = linked(brief.game).scenarios
    for scenario in scenarios:
        for side in sides:
            title = f"{known[scenario].document.title if scenario in known else scenario}, {side.name}"
            file = brief.file(NAME, scenario, side.id)
            yield Job(NAME, file, title, partial(_make, brief, scenario, side.id))


def _make(brief: Brief, scenario: str, side: str) -> Made:
    from scenario_forge.printing.cards.card import set_up_card  # noqa: PLC0415
    from scenario_forge.printing.typeset import in_fewest_pages, typeset  # noqa: PLC0415

    planned = plan(with_scenario(brief.game, scenario), scenario)
    data = set_up_card(planned, side, brief.words, brief.palette, brief.game)
    title = f"{data['game']}: {data['title']}, {data['side']}, {data['set_up']}"
    drawing = data.pop("map")
    page = brief.page(title) | data
    # in large print only the cards' own type size will do
    smaller = () if brief.profile.type > 1 else _SMALLER

    def made(squeeze: float) -> bytes:
        return typeset("set-up-card.typ", page | {"squeeze": squeeze}, {"map": drawing})

    return Made(in_fewest_pages(made, smaller))
