"""A file that is broken or gone is the one thing found: what follows from it stays silent."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.diagnostics.model import Severity
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.change import remove
from scenario_forge.source.nodes import Mapping, Sequence

ROOT = Path(__file__).parents[2]
GAMES = (ROOT / "tests" / "games" / "skirmish", ROOT / "content" / "desert-rats")
CONTENT = ROOT / "content"
EVERY = (*sorted(path.parent for path in CONTENT.glob("*/game.yaml")), ROOT / "tests" / "games" / "skirmish")
"""All games with content, and a small one."""
PLANTED = [
    pytest.param(game, marks=pytest.mark.long if game.name == "desert-rats" else (), id=game.name) for game in EVERY
]
"""The same; the largest takes minutes."""
MOST_WITHOUT_A_FILE = 5
"""Findings when a file is gone that others name things of: a few names, none of them again and again."""


def files_of(game):
    names = [path.relative_to(game).as_posix() for path in sorted(game.rglob("*.yaml"))]
    return [name for name in names if not name.startswith("scenarios/")] + [f"scenarios/{_first(game)}"]


def _first(game):
    return min(path.name for path in (game / "scenarios").iterdir())


FILES = [pytest.param(game, name, id=f"{game.name}-{name}") for game in GAMES for name in files_of(game)]


def tally(findings):
    return Counter((f.code.id, f.span.file, f.message) for f in findings)


def beside(findings, before):
    """What is found beyond a tally of what was found before."""
    return list((tally(findings) - before).elements())


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("game", "name"), FILES)
def test_of_a_broken_file_only_the_break_is_found(spaces, told, game, name):
    text = (game / name).read_text("utf-8")
    for broken in ("", "- a list\n", "basis: printed\n" + "x: [1\n" + text, text.replace("basis: ", "basis: un", 1)):
        new = beside(check(spaces[game].load("all", {name: broken})), told[game])
        assert new
        assert {file for _code, file, _message in new} == {name}


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("game", "name"), FILES)
def test_of_a_missing_file_little_follows(spaces, told, game, name):
    if name.startswith("errata/"):
        pytest.skip("without its errata a game is as printed")
    new = beside(check(spaces[game].load("all", {name: None})), told[game])
    assert len(new) <= MOST_WITHOUT_A_FILE


@pytest.mark.parametrize(
    ("name", "path", "codes"),
    [
        ("game.yaml", ["nationalities", 0], ["REF001", "DR004", "DR004"]),
        ("orders-of-battle/allied.yaml", ["columns", 6], ["REF001", "TIM015"]),
    ],
)
def test_a_name_defined_nowhere_and_used_all_over_is_said_once(spaces, name, path, codes):
    game = GAMES[1]
    text = remove((game / name).read_text("utf-8"), path)
    found = check(spaces[game].load("all", {name: text}))
    assert sorted(finding.code.id for finding in found) == sorted(codes)
    unknown = next(finding for finding in found if finding.code.id == "REF001")
    assert unknown.labels[-1].text.startswith("the last of ")
    assert unknown.labels[-1].span > unknown.span


def test_what_each_has_a_fix_for_is_said_each_time():
    text = "basis: printed\nhexes: [0614, 0614, 0614, 0614, 0614]\n"
    found = check(Workspace(GAMES[0]).load("all", {"map.yaml": text}))
    assert [finding.code.id for finding in found if finding.fixes] == ["YML040"] * 5


def test_a_suppression_is_not_called_unused_while_a_file_cannot_be_read(spaces):
    game = GAMES[0]
    text = (game / "map.yaml").read_text("utf-8") + "# ignore: MAP001 - as printed\n"
    found = check(spaces[game].load("all", {"map.yaml": text}))
    assert [f.code.id for f in found] == ["SUP002"]
    assert found[0].severity < Severity.ERROR
    assert [f.code.id for f in check(spaces[game].load("all", {"map.yaml": text, "counters.yaml": ""}))] == ["YML003"]


# -- one slip in what much else rests on, in every game ---------------------------------------------


def _nodes(node, path=()):
    """Every single value of a document with its path."""
    if isinstance(node, Mapping):
        for key, below in node.values.items():
            yield from _nodes(below, (*path, key))
    elif isinstance(node, Sequence):
        for number, below in enumerate(node.items):
            yield from _nodes(below, (*path, number))
    else:
        yield path, node


def _put(text, node, value):
    written = text[node.start.index : node.end.index]
    quote = written[0] if written[0] in "\"'" else ""
    return text[: node.start.index] + f"{quote}{value}{quote}" + text[node.end.index :]


def _swapped(word):
    return word[:-2] + word[-1] + word[-2]


def _new(space, before, name, text):
    """What is found that was not found before, as code, file and line."""
    found = check(space.load("all", {name: text}))
    return [(f.code.id, f.span.file, f.span.line) for f in found if (f.code.id, f.span.file, f.message) not in before]


def _slips(game, wanted, most=4):
    """File, line and new text for some values that ``wanted`` gives others for, from all over the game."""
    every = list(_every_slip(game, wanted))
    return every[:: -(-len(every) // most) or 1]


def _every_slip(game, wanted):
    for name, file in game.read.items():
        text = file.source.text
        for path, node in _nodes(file.source.root):
            other = wanted(file.kind.name, path, str(node.data))
            if other is not None:
                yield name, node.start.line + 1, _put(text, node, other)


class _Told(dict):
    """What is found in each game as it is, once it is asked for."""

    def __init__(self, spaces):
        super().__init__()
        self.spaces = spaces

    def __missing__(self, game):
        self[game] = tally(check(self.spaces[game].load("all")))
        return self[game]


@pytest.fixture(scope="module")
def spaces():
    return {game: Workspace(game) for game in EVERY}


@pytest.fixture(scope="module")
def told(spaces):
    return _Told(spaces)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", PLANTED)
def test_an_unclosed_bracket_is_the_one_thing_found(spaces, told, game):
    for path in sorted(game.rglob("*.yaml")):
        name, text = path.relative_to(game).as_posix(), path.read_text("utf-8")
        ends = [found.start() for found in re.finditer(r"[\]}]\n", text)]
        broken = [text[:end] + text[end + 1 :] for end in ends[-1:]]
        for new in broken if name in ("game.yaml", "map.yaml", "time-track.yaml", "scenarios/keren.yaml") else ():
            found = _new(spaces[game], told[game], name, new)
            # a bracket in a text of several lines is a letter like others
            assert len(found) <= 1, (name, found)
            assert not found or found[0][1] == name


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", PLANTED)
def test_a_file_in_utf_16_is_the_one_thing_found(spaces, told, game, tmp_path):
    copy = Path(shutil.copytree(game, tmp_path / game.name))
    for name in ("map.yaml", "time-track.yaml"):
        text = (game / name).read_text("utf-8")
        (copy / name).write_text(text, encoding="utf-16")
        new = [f for f in check(Workspace(copy).load("all")) if (f.code.id, f.span.file, f.message) not in told[game]]
        assert [(f.code.id, f.span.file) for f in new] == [("YML007", name)]
        (copy / name).write_text(text, encoding="utf-8")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", PLANTED)
def test_a_misspelled_side_is_one_finding_at_its_line(spaces, told, game):
    loaded = spaces[game].load("all")
    sides = set(loaded.side_names)

    def misspelled(kind, path, word):
        shared = kind in ("map", "orders-of-battle", "rules", "time-track") and "units" not in path
        return _swapped(word) if shared and word in sides else None

    for name, line, text in _slips(loaded, misspelled):
        found = _new(spaces[game], told[game], name, text)
        assert len(found) == 1, (name, line, found)
        assert found[0][1:] == (name, line) or found[0][0] == "RUL001"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", PLANTED)
def test_a_place_off_the_map_is_one_finding_at_its_line(spaces, told, game):
    def off(kind, path, word):
        return ("9999" if word.isdigit() else "ZZ99") if kind == "map" and path[::2] == ("places", "hex") else None

    for name, line, text in _slips(spaces[game].load("all"), off):
        assert [found[1:] for found in _new(spaces[game], told[game], name, text)] == [(name, line)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", PLANTED)
def test_the_wrong_side_in_what_much_rests_on_is_at_most_one_kind_of_finding(spaces, told, game):
    loaded = spaces[game].load("all")
    sides = list(loaded.side_names)

    def other(kind, path, word):
        shared = (kind == "map" and path[0] in ("places", "boxes")) or (kind == "orders-of-battle" and len(path) == 1)
        return sides[1 - sides.index(word)] if shared and word in sides and len(sides) == 2 else None

    for name, line, text in _slips(loaded, other):
        found = _new(spaces[game], told[game], name, text)
        # both lines of rules.yaml that name a base of the other side are shown
        assert len({code for code, _file, _line in found}) <= 1, (name, line, found)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", PLANTED)
def test_a_side_misspelled_where_it_is_defined_is_one_finding_there(spaces, told, game):
    def misspelled(kind, path, word):
        return _swapped(word) if kind == "game" and path[::2] == ("sides", "id") else None

    for name, line, text in _slips(spaces[game].load("all"), misspelled):
        assert _new(spaces[game], told[game], name, text) == [("REF041", name, line)]


def test_two_slips_that_have_nothing_to_do_with_each_other_stay_two_findings(spaces, told):
    game = CONTENT / "knights-of-the-desert"
    text = (game / "map.yaml").read_text("utf-8")
    text = text.replace("kinds: [base], sides: [axis]", "kinds: [base], sides: [axsi]")
    text = text.replace("kinds: [base], sides: [allied]", "kinds: [base], sides: [allide]")
    found = _new(spaces[game], told[game], "map.yaml", text)
    assert [code for code, _file, _line in found] == ["REF001", "REF001"]


def test_misplaced_units_are_told_one_by_one(spaces, told):
    """No side explains them: each stands where it cannot be supplied."""
    game = CONTENT / "knights-of-the-desert"
    name = "orders-of-battle/axis.yaml"
    text = (game / name).read_text("utf-8")
    for _unit in range(2):
        text = text.replace('"0304"', '"2809"', 1)
    found = _new(spaces[game], told[game], name, text)
    assert found
    assert all(file == name for _code, file, _line in found)
    assert "REF042" not in {code for code, _file, _line in found}
