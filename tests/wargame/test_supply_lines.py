"""Lines of supply that only distance makes."""

from __future__ import annotations

import pytest

from scenario_forge.wargame.supply_lines import dependents, linked

USERS = {7: (0, 2), 8: (8, 2), 9: (15, 3)}
"""By unit: its place on a line of hexes, and how far from a source it is in supply."""


def _away(a, b):
    return abs(a - b)


@pytest.mark.parametrize(
    ("links", "sources"), [([6, 12], {0, 6, 12}), ([12, 6], {0, 6, 12}), ([5, 12], {0, 5}), ([7], {0}), ([], {0})]
)
def test_links_are_sources_in_a_line_without_a_wider_gap(links, sources):
    assert linked(_away, [0], links, 6) == sources


@pytest.mark.parametrize(
    ("bases", "links", "found"),
    [
        ([0], [6, 12], {0: {7, 8, 9}, 6: {8, 9}, 12: {9}}),
        ([0], [6, 6, 12], {0: {7, 8, 9}, 6: {8, 9}, 12: {9}}),
        ([0], [5, 6, 11, 12], {0: {7, 8, 9}, 5: set(), 6: {8}, 11: set(), 12: {9}}),
        ([0, 18], [6, 12], {0: {7}, 6: {8}, 12: set(), 18: set()}),
        ([0], [7], {0: {7}, 7: set()}),
    ],
    ids=["a line", "two links in a hex", "one beside another", "fed from both ends", "a link out of reach"],
)
def test_users_depend_on_what_alone_keeps_them_in_supply(bases, links, found):
    assert dependents(_away, bases, links, 6, USERS) == found
