"""A language 40 % longer than English fits on every component: nothing is cut off, nothing overlaps."""

from __future__ import annotations

import pypdfium2
import pytest
import yaml

from scenario_forge.documents.words import english
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import COMPONENTS, Brief
from scenario_forge.printing.lint import page_findings, words_of_page
from scenario_forge.printing.map.layout import lies_within
from scenario_forge.printing.map.plan import plan_map
from scenario_forge.printing.profile import Profile
from scenario_forge.printing.render import all_jobs
from scenario_forge.printing.svg import Canvas

from .conftest import ROOT
from .longer import language, longer

GAME = ROOT / "content/desert-rats"
TILED = {"map"}
"""Tiles repeat what stands beyond their rim."""
RECORD = "\nunit_record: {values: [strength, movement], boxes: [{id: spent, title: Spent}, {id: left, title: Left}]}\n"
"""A sheet that the game does not have."""


def test_the_test_language_is_longer_and_keeps_gaps():
    text = "First: {side} player turn of {turn}"
    assert len(longer(text)) == len(text) + 7
    assert longer(text).count("{side}") == longer(text).count("{turn}") == 1
    letters, more = (
        sum(c.isalpha() for t in ts for c in t) for ts in (english().values(), map(longer, english().values()))
    )
    assert more >= 1.35 * letters


@pytest.fixture(scope="module")
def game():
    own = yaml.safe_load((GAME / "words/en.yaml").read_text(encoding="utf-8"))["words"]
    aids = (GAME / "aids.yaml").read_text(encoding="utf-8") + RECORD
    game = load_game(GAME, "all", {"words/en.yaml": language(own), "aids.yaml": aids})
    assert not game.problems
    return game


@pytest.mark.sampled(4)
@pytest.mark.parametrize("component", [name for name in COMPONENTS if name not in TILED])
def test_nothing_is_cut_off_or_overlaps(game, component):
    jobs = list(all_jobs(Brief(game, Profile()), "crusader", [component]))
    assert jobs
    for job in jobs:
        pdf = job.make().pdf
        assert [finding.message for finding in page_findings(pdf, job.file)] == [], job.file
        assert overlaps(pdf) == [], job.file


def test_the_panels_of_the_map_have_room(game):
    plan = plan_map(Brief(game), hex_map(game))
    assert plan.left_over == []
    for placed in plan.placed:
        canvas = Canvas(1, 1)
        placed.shape.draw(canvas, placed.box)
        assert [mark.text for mark in canvas.texts if "…" in mark.text] == [], placed.panel.id
        assert [mark.text for mark in canvas.texts if not lies_within(mark.box, placed.box)] == [], placed.panel.id


def overlaps(pdf):
    """Words that stand on each other, with their pages."""
    document = pypdfium2.PdfDocument(pdf)
    found = []
    for number in range(len(document)):
        words = sorted(words_of_page(document[number]), key=lambda word: word.box[1])
        for index, one in enumerate(words):
            for other in words[index + 1 :]:
                if other.box[1] > one.box[3]:
                    break
                if one.box != other.box and _common(one.box, other.box) > 0.2:
                    found.append((number + 1, one.text, other.text))
    return found


def _common(a, b):
    """The common part of two boxes as a share of the smaller."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)]
    return wide * high / max(min(areas), 0.01)
