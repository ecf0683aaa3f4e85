"""The set-up cards of the scenarios as documents to print."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scenario_forge.compiler.plan import plan
from scenario_forge.printing.component import Job, Made
from scenario_forge.project.scenarios import scenarios as linked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.brief import Brief

NAME = "setup-card"


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
    from scenario_forge.printing.typeset import typeset  # noqa: PLC0415

    planned = plan(brief.game, scenario)
    data = set_up_card(planned, side, brief.words, brief.palette)
    title = f"{data['game']}: {data['title']}, {data['side']}, {data['set_up']}"
    drawing = data.pop("map")
    pdf = typeset("set-up-card.typ", brief.page(title) | data, {"map": drawing})
    return Made(pdf)
