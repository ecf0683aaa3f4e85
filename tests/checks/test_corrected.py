"""A finding on a corrected value shows the erratum, since the text beside it still has what was printed."""

from __future__ import annotations

from pathlib import Path

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace

BASE = Path(__file__).parents[1] / "games/skirmish"
OURS = """\
basis: proposed
title: Ours
errata:
  - {id: SK-099, at: "orders-of-battle/allied.units[3].mar41+", printed: "R4/41, W6/41", corrected: "R4/41, W13/41",
     why: a slip, source: ours, by: us, status: proposed}
"""


def test_the_erratum_is_shown_beside_what_it_brings() -> None:
    [finding] = check(Workspace(BASE).load("SK-099", {"errata/ours.yaml": OURS}))[:1]
    assert (finding.code.id, finding.span.file) == ("REF001", "orders-of-battle/allied.yaml")
    assert [(label.span.file, label.span.line, label.text) for label in finding.labels] == [
        ("errata/ours.yaml", 4, "erratum SK-099 has replaced the printed text here")
    ]


def test_the_erratum_is_shown_where_the_corrected_value_is_the_second_place() -> None:
    ours = (
        OURS.replace("units[3].mar41+", "units[4].mar41")
        .replace('"R4/41, W6/41"', "G6")
        .replace('"R4/41, W13/41"', "C3")
    )
    findings = check(Workspace(BASE).load("SK-099", {"errata/ours.yaml": ours}))
    assert any(label.text.startswith("erratum SK-099 ") for each in findings for label in each.labels)


def test_without_an_erratum_nothing_is_added() -> None:
    text = (BASE / "orders-of-battle/allied.yaml").read_text(encoding="utf-8").replace("W6/41", "W13/41")
    [finding] = check(Workspace(BASE).load("none", {"orders-of-battle/allied.yaml": text}))[:1]
    assert finding.labels == ()
