"""Values of units against ceilings and charts, types against names, places and titles, in every game that has them."""

from __future__ import annotations

import re

import pytest

from scenario_forge.api.play import prepare
from scenario_forge.compiler.problems import CompileError
from tests.share import a_few

from .every_game import GAMES, codes, findings_after, found_before, slip, space, text_of

KNIGHTS = "knights-of-the-desert"


@pytest.fixture(params=GAMES)
def name(request):
    return request.param


@pytest.mark.sampled(3)
def test_no_game_has_a_finding_on_its_units(name):
    told = {"CNT026", "OOB049", "SCN053", "DR009", "DR022", "WGM001", "VIC033"}
    assert not {code for code, _message in found_before(name)} & told


@pytest.mark.parametrize("morale", [0, 10, 16])
def test_morale_that_no_chart_has_is_told_and_refused(morale):
    old = "strength: 700, ceiling: 800, morale: 9"  # of a unit that no example names
    text = text_of(KNIGHTS, "counters.yaml").replace(old, old.replace("morale: 9", f"morale: {morale}"), 1)
    assert codes(findings_after(KNIGHTS, {"counters.yaml": text})) - {"CNT036"} == {"CNT026"}
    with pytest.raises(CompileError):
        prepare(space(KNIGHTS).load("all", {"counters.yaml": text}), "campaign")


def test_a_strength_above_its_ceiling_is_told():
    assert "CNT026" in codes(
        slip(KNIGHTS, "counters.yaml", "strength: 665, ceiling: 800", "strength: 865, ceiling: 800")
    )
    assert "CNT026" not in codes(
        slip(KNIGHTS, "counters.yaml", "strength: 665, ceiling: 800", "strength: 665, ceiling: 665")
    )


@pytest.mark.parametrize(
    ("unit", "type_"),
    [("ARIETE IT ARM DIV", "infantry"), ("SNDVRBD GE INF REG", "armour"), ("200 GE INF REG", "armour")],
)
def test_a_type_that_the_name_contradicts_is_told(unit, type_):
    row = next(line for line in text_of(KNIGHTS, "counters.yaml").splitlines() if unit in line)
    assert "OOB049" in codes(slip(KNIGHTS, "counters.yaml", row, re.sub(r"type: [\w-]+", f"type: {type_}", row)))


@pytest.mark.sampled(3)
def test_two_scenarios_of_one_title_are_told(name):
    files = sorted(path.name for path in (GAMES[name] / "scenarios").glob("*.yaml"))
    titles = {file: re.search(r"(?m)^title: (.*)$", text_of(name, f"scenarios/{file}"))[0] for file in files}
    for file in files[1:]:
        found = slip(name, f"scenarios/{file}", titles[file], titles[files[0]])
        assert "SCN053" in codes(found), file
    assert len(files) > 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["desert-rats", "massawa"])
def test_a_supply_centre_without_a_capacity_is_told(game):
    lines = [line for line in text_of(game, "map.yaml").splitlines()
             if "supply-centre" in line and "capacity" in line and "name" in line]  # fmt: skip
    for line in a_few(lines):
        found = slip(game, "map.yaml", line, re.sub(r", capacity: [^,}]+", "", line))
        assert "DR009" in codes(found), line


@pytest.mark.parametrize("start", ["mar41", "jan42", "jul42"])
def test_a_fort_where_nobody_begins_is_told(start):
    head, tail = text_of(KNIGHTS, "rules.yaml").split(f"  {start}:\n", 1)
    tail = tail.replace('"2010": 3', '"2510": 3', 1)
    assert "WGM001" in codes(findings_after(KNIGHTS, {"rules.yaml": f"{head}  {start}:\n{tail}"}))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        (KNIGHTS, "  fortifies: ", "  fortfies: "),
        (KNIGHTS, "fortifies to level {1}", "fortifies to level {2}"),
        (KNIGHTS, '"{0:unit} is eliminated"', '"{1:unit} is eliminated"'),
        (KNIGHTS, '"{0:unit} is eliminated"', '"{1+:unit} is eliminated"'),
        (KNIGHTS, '"{0:unit} is eliminated"', '"{unit} is eliminated"'),
        (KNIGHTS, '"{0:unit} is eliminated"', '"{0:unit is eliminated"'),
        ("rats-of-tobruk", "{0:unit} begins to clear", "{1:unit} begins to clear"),
        ("western-desert", "\nmarks:", '\nwords: {smoke clears: "smoke clears at {1:hex}"}\n\nmarks:'),
        ("western-desert", "\nmarks:", '\nwords: {facse: "{0:unit} faces {1:way}"}\n\nmarks:'),
    ],
)
def test_words_of_no_event_and_placeholders_of_no_subject_are_told(game, old, new):
    assert codes(slip(game, "rules.yaml", old, new)) == {"WGM001"}
