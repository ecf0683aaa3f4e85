"""The key below a map of moves."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from scenario_forge.reports.moves_map import NOTED

if TYPE_CHECKING:
    from collections.abc import Mapping


def legend(
    colours: Mapping[str, str],
    names: Mapping[str, str],
    *,
    fronts: tuple[bool, bool] = (False, False),
    noted: bool = True,
) -> str:
    """What colours, hollow squares and signs mean; fronts now and before, and hexes, where there are any."""

    def key(look: str, figure: str, words: str) -> str:
        sign = (
            f'<text x="8" y="12" font-size="11" text-anchor="middle" font-weight="700" '
            f'fill="{"#555555" if "none" in look else "#ffffff"}">{figure}</text>'
        )
        square = (
            f'<svg viewBox="0 0 16 16" aria-hidden="true"><rect x="1" y="1" width="14" height="14" {look}/>{sign}</svg>'
        )
        return f"<li>{square} {escape(words)}</li>"

    said = [key(f'fill="{colours[side]}"', "", name) for side, name in names.items() if side in colours]
    said += [
        key('fill="#555555"', "2", "so many units moved here"),
        key('fill="#555555" fill-opacity="0.4"', "", "where it was already"),
        key('fill="#555555" fill-opacity="0.4" stroke="#111111" stroke-width="2"', "", "there already, but changed"),
        key('fill="none" stroke="#555555" stroke-width="2" stroke-dasharray="3 2"', "", "it was here"),
        key('fill="#555555"', "+", "not on the map before"),
        key('fill="none" stroke="#555555" stroke-width="2" stroke-dasharray="3 2"', "−", "no longer on the map"),
    ]
    if noted:
        look = f'fill="{NOTED}" fill-opacity="0.3" stroke="{NOTED}" stroke-width="2"'
        said.append(key(look, "", "the map, or who holds it, is another here"))
    for there, look, words in (
        (fronts[0], 'stroke="#2b2620" stroke-width="2.5"', "the front"),
        (fronts[1], 'stroke="#7a4f12" stroke-width="2" stroke-dasharray="4 2"', "where the front was"),
    ):
        if there:
            line = f'<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M0 8H16" {look}/></svg>'
            said.append(f"<li>{line} {words}</li>")
    return f'<ul class="sides quiet">{"".join(said)}</ul>'
