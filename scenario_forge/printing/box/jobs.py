"""The box as a document to print."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.printing.component import Job, Made

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.brief import Brief

NAME = "box"


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:
    """One box; none for a game without a map or of which nothing is told."""
    from scenario_forge.project.hexmap import hex_map  # noqa: PLC0415

    if brief.game.about is not None and hex_map(brief.game) is not None:
        yield Job(NAME, brief.file(NAME), brief.words("box_title"), partial(_make, brief, scenarios))


def _make(brief: Brief, scenarios: Sequence[str]) -> Made:  # noqa: ARG001 - the box is for all scenarios
    from scenario_forge.printing.typeset import typeset  # noqa: PLC0415

    data, svgs = box_pages(brief)
    page = brief.page(f"{brief.game.title}: {brief.words('box_title')}")
    return Made(typeset("box.typ", page | data, svgs), svgs)


def box_pages(brief: Brief) -> tuple[dict[str, Any], dict[str, str]]:
    """What stands on the two sheets, and their drawings."""
    from scenario_forge.printing.box import contents, net  # noqa: PLC0415
    from scenario_forge.printing.box.art import picture, whole_view  # noqa: PLC0415
    from scenario_forge.printing.box.cover import Inks, cover  # noqa: PLC0415
    from scenario_forge.printing.box.front import front_of  # noqa: PLC0415
    from scenario_forge.printing.box.sample import sample  # noqa: PLC0415
    from scenario_forge.project.hexmap import hex_map  # noqa: PLC0415
    from scenario_forge.project.scenarios import scenarios as scenarios_of  # noqa: PLC0415

    linked = hex_map(brief.game)
    if linked is None:
        raise ValueError("a box needs a map")
    front = front_of(brief.game, linked, scenarios_of(brief.game).scenarios)
    first, second = net.nets(brief.paper)
    wide, high = first.panel[2] - first.panel[0], first.panel[3] - first.panel[1]
    banner = round(high * 0.28, 1)
    art, inks = cover(brief, linked, front, wide, high, banner), Inks.of(brief)
    small = picture(brief, linked, front, whole_view(linked, wide - 16.0, high * 0.36))
    counters = sample(brief, wide - 16.0)
    svgs = {
        "art": art.svg(),
        "map": small.svg(),
        "net-front": net.lines(brief, first).svg(),
        "net-back": net.lines(brief, second).svg(),
    }
    svgs |= {"counters": counters.svg()} if counters else {}
    data = {
        "counters": counters.height if counters else 0,
        "front": _net(first),
        "back": _net(second),
        "banner": banner,
        "map": [small.width, small.height],
        "tab": net.TAB,
        "tuck": net.TUCK,
        "accents": [brief.palette.accent(brief.game, side.id) for side in brief.game.about.sides]
        if brief.game.about
        else [],
        "ground": brief.palette["table"],
        "deep": brief.palette["name"],
        "outer": {"ground": inks.ground, "text": inks.text, "quiet": inks.quiet, "bright": brief.profile.ink != "low"},
        "label_front": brief.words("box_front"),
        "label_back": brief.words("box_back"),
        "making": brief.words("box_making"),
    }
    return data | contents.texts(brief), svgs


def _net(net: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"panel": list(net.panel), "side": list(net.side), "flap": list(net.flap)}
