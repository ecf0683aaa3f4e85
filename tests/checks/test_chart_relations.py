"""Columns that stand in one relation in all rows but one."""

from __future__ import annotations

import pytest

from .every_game import codes, findings_after, slip, text_of

KD, MA = "knights-of-the-desert", "massawa"
CHARTS = "charts.yaml"
MARCH = """
  march:
    title: Costs of a march
    columns: [Points, Supply]
    rows:
      Plain:  ["3", "9"]
      Stones: ["4", "12"]
      Dunes:  ["6", "{}"]
      Cliffs: ["8", "24"]
      Shore:  ["1", "{}"]
      Street: ["1", "3"]
"""


def told(findings):
    return [finding for finding in findings if finding.code.id == "CHT032"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("LEVEL 5,  12/24]", "LEVEL 5,  12/21]", "`12/21` for ROUGH is not 3 times"),
        ("Coast: [\"8\"]", "Coast: [\"7\"]", "`7` for Coast is not `MAX FORT`"),
        ("[6/18,                        12/36]", "[6/18, 12/32]", "`12/32` for Mountain is not 3 times"),
    ],
)  # fmt: skip
def test_the_one_cell_that_breaks_what_holds_elsewhere_is_told(old, new, message):
    (finding,) = told(slip(KD, CHARTS, old, new))
    assert finding.message.startswith(message)
    assert len(finding.labels) == 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["desert-rats", MA, KD])
@pytest.mark.parametrize(("dunes", "shore", "wrong"), [("18", "3", 0), ("15", "3", 1), ("15", "4", 0)])
def test_five_rows_have_to_agree(game, dunes, shore, wrong):
    text = text_of(game, CHARTS).rstrip("\n") + MARCH.format(dunes, shore)
    assert len(told(findings_after(game, {CHARTS: text}))) == wrong


def test_columns_of_one_chart_may_be_alike_but_for_a_row():
    """Foot and wheels pay the same on most ground."""
    text = text_of(MA, CHARTS).rstrip("\n") + MARCH.format("18", "3")
    for points, supply in (("3", "9"), ("4", "12"), ("8", "24"), ("1", "3")):
        text = text.replace(f'["{points}", "{supply}"]', f'["{points}", "{points}"]')
    assert "CHT032" not in codes(findings_after(MA, {CHARTS: text}))
