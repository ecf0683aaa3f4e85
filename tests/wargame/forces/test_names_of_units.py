"""Units in forces.yaml are names: looked up, completed, and renamed with their counters."""

from __future__ import annotations

import pytest

from scenario_forge import check, load_game
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.language.completion import complete
from scenario_forge.language.names import definition, hover, name_at
from scenario_forge.language.renaming import renamed
from scenario_forge.source.edit import apply_edits

FORCES = "forces.yaml"


@pytest.fixture(scope="module")
def desert():
    return load_game("western-desert", "none")


@pytest.fixture(scope="module")
def at(desert):
    """Line and column of the last character of some words in forces.yaml."""

    def place(words):
        source = desert.read[FORCES].source
        return FORCES, *source.lines.position(source.text.index(words) + len(words) - 1)

    return place


@pytest.mark.parametrize(("words", "side", "name"), [
    ("units: [Pz II]", "axis", "Pz II"),
    ("Pz III 50mm long], exactly: 4"[:15], "axis", "Pz III 50mm long"),
    ("unit: Stuart", "allied", "Stuart"),
    ("to: [Allied engineers", "allied", "Allied engineers"),
])  # fmt: skip
def test_a_unit_is_defined_by_its_counters(desert, at, words, side, name):
    file, line, column = at(words)
    (span,) = definition(desert, file, line, column - words.endswith("]"))
    assert span.file == "counters.yaml"
    row = desert.read[span.file].source.text.splitlines()[span.line - 1]
    assert f"side: {side}," in row
    assert f'name: "{name}"' in row
    assert hover(desert, file, line, column - words.endswith("]")) is not None


def test_names_of_the_side_are_offered(desert):
    text = desert.read[FORCES].source.text
    words = "{unit: Pz II}"
    start = text.index(words) + len("{unit: Pz")
    typed = text[:start] + "}" + text[text.index(words) + len(words) :]
    offered = [each.label for each in complete(desert, FORCES, typed, start)]
    assert {"Pz I", "Pz II", "Pz III 37mm", "Pz IV 75mm long"} <= {*offered}
    assert "Grant" not in offered


@pytest.mark.parametrize("words", ["unit: Pz III 50mm short", "to: [German engineers"])
def test_a_unit_is_renamed_wherever_its_name_is(desert, at, words):
    """In its row of counters, in all rows of the order of battle that it stands for, and in forces."""
    old, new = words.partition(": ")[2], "Renamed"
    edits = renamed(desert, name_at(desert, *at(words)), new)
    assert {*edits} == {"counters.yaml", "orders-of-battle/axis.yaml", FORCES}
    texts = {name: apply_edits(desert.read[name].source.text, made) for name, made in edits.items()}
    assert not [name for name, text in texts.items() if f'"{old}"' in text or f"{old}," in text or f"{old}]" in text]
    changed = Workspace.after(desert).load("none", texts)
    assert [each.code.id for each in check(changed) if each.span.file == FORCES] == []


def test_a_name_that_two_rows_of_counters_have_means_neither(desert, at):
    text = desert.read["counters.yaml"].source.text.replace('name: "Pz I"', 'name: "Pz II"')
    game = Workspace.after(desert).load("none", {"counters.yaml": text})
    file, line, column = at("units: [Pz II]")
    assert definition(game, file, line, column - 1) == []
