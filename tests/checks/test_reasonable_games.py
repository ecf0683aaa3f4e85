"""What a game may reasonably say or draw is no finding; a slip in the same place still is."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace

GAME = Path(__file__).parents[1] / "games" / "skirmish"
TURN = "A game turn is a month, first the Allied player's, then the Axis player's."
LEAVING = "To leave an enemy zone of control costs 3 movement points more."
LEFT = f"{LEAVING}\n    topics: [movement points]\n    states: {{"
BOX = "A fortified box adds 2 to the defence of infantry."
FIGHT = "Two players fight for the fort at Marsa Akra."
SET_UP = "The fort at Marsa Akra holds out, or does not."
HOLD = "Hold Marsa Akra\n    points: 6"
DIVISIONS = "Each division that survives\n    points: 2\n    each: true\n"
TERM = "  - {term: reinforcements, "
BRITISH = '        - {clause: "6.1", cells: [British and Empire, "{supply.general_radius.british}"]}'
NATIONS = "\n".join(
    f'        - {{clause: "6.1", cells: [{name}, "{{supply.general_radius.{name.casefold()}}}"]}}'
    for name in ("British", "Italian", "German")
)
AGAIN = '\n        - {clause: "6.1", cells: [At night, "{supply.general_radius.british}"]}'

# what stands there; what a game may say instead; a slip; its code
TEXTS = {
    "who moves first, told behind both names": (
        TURN,
        "In a game turn the Axis and the Allied player take turns; the Allied player moves first.",
        "A game turn is a month, first the Axis player's, then the Allied player's.",
        "RUL015",
    ),
    "two numbers of one noun": (
        LEFT,
        (
            "Within 3 hexes of a town movement points are saved, and within 2 hexes of a road.\n"
            "    topics: [movement points]\n    states: {movement.hexes: 3, "
        ),
        (
            "Within 2 hexes of a town 3 movement points are saved.\n"
            "    topics: [movement points]\n    states: {movement.hexes: 3, "
        ),
        "RUL015",
    ),
    "one number with both signs": (
        BOX,
        "A fortified box adds +2 to the defence of infantry, and -2 to that of armour.",
        "A fortified box adds -2 to the defence of infantry.",
        "RUL015",
    ),
    "what a side begins with": (
        SET_UP,
        "The Allied player begins with eight units, and starts in two hexes.",
        "The Allied player begins, and the fort holds out.",
        "RUL020",
    ),
    "a condition on every place": (HOLD, "Hold every road to Marsa Akra\n    points: 6", HOLD, ""),
    "units that are counted": (
        DIVISIONS,
        "2 points apiece for divisions that survive\n    points: 2\n    each: true\n",
        "Divisions that survive\n    points: 2\n    each: true\n",
        "VIC014",
    ),
    "a penalty for losses of its own": (
        f"{DIVISIONS}    when: {{surviving: ",
        "Each division that is lost\n    points: -2\n    each: true\n    when: {destroyed: ",
        "Each division that is lost\n    points: 2\n    each: true\n    when: {destroyed: ",
        "VIC015",
    ),
    "a part of a formation": ("Recce Bn 3", "7 Div Recce", "Recce Reg 3", "OOB045"),
    "one radius for two rows": (BRITISH, NATIONS + AGAIN, BRITISH + AGAIN, "RUL020"),
}


@pytest.fixture(scope="module")
def space():
    return Workspace(GAME)


def found(space, *edits):
    changed = {}
    for old, new in edits:
        files = {path.relative_to(GAME).as_posix(): path.read_text("utf-8") for path in GAME.rglob("*.yaml")} | changed
        changed |= {name: text.replace(old, new) for name, text in files.items() if old in text}
        assert any(new in text for text in changed.values()), old
    return [finding.code.id for finding in check(space.load("all", changed))]


@pytest.mark.parametrize(("there", "reasonable", "slip", "code"), TEXTS.values(), ids=TEXTS)
def test_a_reasonable_text_is_no_finding_and_a_slip_is(space, there, reasonable, slip, code):
    assert found(space, (there, reasonable)) == []
    assert found(space, (there, slip))[:1] == ([code] if code else [])


def test_a_strange_word_is_allowed_by_the_terms_of_the_rulebook(space):
    strange = (FIGHT, "Two players fight for the sangar at Marsa Akra.")
    assert found(space, strange) == ["RUL021"]
    assert found(space, strange, (TERM, TERM + "aliases: [sangar], ")) == []


SCENE = """basis: proposed
diagrams:
  - id: scene
    clause: "4.1"
    title: A scene
    caption: What happens.
    map:
      basis: proposed
      grid:
        orientation: pointy
        shifted: even
        rows: 5
        rows_from: south
        sheets: [{id: figure, columns: 7, numbering: "{col:02}{row:02}"}]
      terrain:
        - {id: clear, name: Clear, letter: c}
        - {id: lake, name: Lake, letter: l, passable: false}
      rows:
        - {row: "05", figure: ccccccc}
        - {row: "04", figure: cclcccc}
        - {row: "03", figure: ccccccc}
        - {row: "02", figure: ccccccc}
        - {row: "01", figure: ccccccc}
"""
ALONE = '    stacks: [{at: "0403", units: [axis/1]}]\n'
BOTH = '    stacks: [{at: "0403", units: [axis/1]}, {at: "0303", units: [allied/1]}]\n'
ATTACK, RETREAT = '{kind: attack, path: ["0303", "0403"]}', '{kind: retreat, path: ["0403", "0503"]}'
ADVANCE = '{kind: advance, path: ["0303", "0403"]}'
SCENES = {
    "a move alone": ('    arrows: [{kind: move, path: ["0102", "0202"]}]\n', []),
    "an attack alone": ('    arrows: [{kind: attack, path: ["0102", "0202"]}]\n', []),
    "a move of nobody": (ALONE + '    arrows: [{kind: move, path: ["0102", "0202"]}]\n', ["DGM009"]),
    "a move of supply": (
        (
            '    stacks: [{at: "0102", markers: [supply-axis]}, {at: "0403", units: [axis/1]}]\n'
            '    arrows: [{kind: move, path: ["0102", "0202"]}]\n'
        ),
        [],
    ),
    "an advance after a retreat": (f"{BOTH}    arrows: [{ATTACK}, {RETREAT}, {ADVANCE}]\n", []),
    "an advance onto the enemy": (f"{BOTH}    arrows: [{ADVANCE}]\n", ["DGM009"]),
    "no zone over the lake": (
        ALONE + '    zones: [{side: axis, hexes: ["0303", "0503", "0404", "0302", "0402"]}]\n',
        [],
    ),
    "no zone over the desert": (
        ALONE + '    zones: [{side: axis, hexes: ["0303", "0304", "0404", "0302", "0402"]}]\n',
        ["DGM012"],
    ),
}


@pytest.mark.parametrize(
    ("caption", "codes"),
    [("A is of type B, see Table C.", []), ("A moves, B does not.", ["DGM007"]), ("A attacks C.", ["DGM007"])],
)
def test_letters_of_a_caption_are_those_of_hexes(space, caption, codes):
    drawn = SCENE.replace("What happens.", caption) + ALONE + '    marks: [{at: "0403", text: A}]\n'
    assert [f.code.id for f in check(space.load("all", {"diagrams.yaml": drawn}))] == codes


@pytest.mark.parametrize(("drawn", "codes"), SCENES.values(), ids=SCENES)
def test_a_figure_shows_what_can_happen(space, drawn, codes):
    assert [f.code.id for f in check(space.load("all", {"diagrams.yaml": SCENE + drawn}))] == codes
