"""The map's drawing in parts: put together again it is the drawing."""

from __future__ import annotations

import re

import pytest

from scenario_forge.editor.map import ground
from scenario_forge.editor.map.ground import RUN, in_parts


def drawing(hexes: int, layer: str = "<path d='1'/>") -> str:
    """A map of hexes in one row, with a number each, of which every third has a halo."""
    cells = "".join(f'<path class="hex" d="M{n} 0z" id="hex-A{n}" />' for n in range(hexes))
    halos = dict.fromkeys(range(0, hexes, 3), '<text class="halo">A</text>')
    numbers = "".join(f'{halos.get(n, "")}<text class="n" id="number-A{n}">A{n}</text>' for n in range(hexes))
    return (
        '<svg><defs><g id="grid-of-defs"><path d="x"/></g></defs><g class="ground" id="ground"><g clip-path="url(#c)">'
        f'<rect/><g class="terrain" id="terrain"><g id="x">{layer}</g></g><g class="textures" id="textures" />'
        f'<g class="grid" id="grid"><path class="others" d=""/>{cells}</g><g class="sea" id="sea"><use/></g></g></g>'
        f'<g class="numbers" id="numbers">{numbers}</g></svg>'
    )


def together(skeleton: str, parts: tuple[str, ...]) -> str:
    return re.sub(r'<g data-part="(\d+)"/>', lambda holder: parts[int(holder[1])], skeleton)


@pytest.mark.parametrize("count", [0, 1, RUN, RUN + 1, 3 * RUN + 5])
def test_parts_put_into_their_holders_are_the_drawing(count) -> None:
    svg = drawing(count)
    ground = in_parts(1, svg, {f"A{n}": n for n in range(count)})
    assert together(ground.skeleton, ground.parts) == svg
    assert ground.layers == 2
    assert all(part.count("<path") <= RUN + 1 for part in ground.parts[ground.layers :])


def test_a_hex_that_comes_changes_its_own_part_alone() -> None:
    hexes = {f"A{n}": n for n in range(5 * RUN)}
    before = in_parts(1, drawing(len(hexes)), hexes)
    gone = f'<path class="hex" d="M{2 * RUN} 0z" id="hex-A{2 * RUN}" />'
    after = in_parts(2, drawing(len(hexes)).replace(gone, ""), hexes)
    told = after.since(before)
    assert told["skeleton"] is None
    assert [number for number, _part in told["parts"]] == [after.layers + 2]


def test_another_skeleton_brings_all_parts() -> None:
    before = in_parts(1, drawing(9), {f"A{n}": n for n in range(9)})
    after = in_parts(2, drawing(9).replace("<rect/>", '<rect width="2"/>'), {f"A{n}": n for n in range(9)})
    told = after.since(before)
    assert told["skeleton"] == after.skeleton
    assert len(told["parts"]) == len(after.parts)


@pytest.fixture
def undrawn(monkeypatch):
    """A map that cannot be drawn, from the start of the server."""

    def fail(*_args):
        raise ValueError("no such pattern")

    monkeypatch.setattr(ground, "draw_ground", fail)


@pytest.mark.usefixtures("undrawn")
def test_a_map_that_cannot_be_drawn_keeps_nothing_else_away(page) -> None:
    assert page.get("/api/explain/MAP030").status_code == 200
    assert page.findings()["complete"]
