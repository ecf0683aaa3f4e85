"""The benchmark of planted slips: what it plants, how it counts, and that the checks find it in a small game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import yaml

from scenario_forge.diagnostics import Span
from scenario_forge.game.codes import REF001
from scenario_forge.game.reading.workspace import Workspace

ROOT = Path(__file__).parents[2]
SKIRMISH = ROOT / "tests/games/skirmish"


@pytest.fixture(scope="module")
def planted():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "benchmarks"))
        import planted  # noqa: PLC0415

        yield planted
        for name in [name for name in sys.modules if name == "planted" or name.partition(".")[0] == "slips"]:
            del sys.modules[name]


@pytest.fixture(scope="module")
def results(planted):
    return planted.measure(SKIRMISH, each=1)


@pytest.fixture
def book(planted):
    return planted.Book(Workspace(SKIRMISH).load("all"))


def test_nearly_all_slips_are_found_in_a_small_game_and_nothing_leads_astray(results, planted):
    tallies = [t for family, found in results.items() if family != planted.UNDETECTABLE for t in found]
    assert sum(t.found for t in tallies) >= planted.AIM * sum(t.planted for t in tallies)
    assert [alarm for tally in tallies for alarm in tally.alarms] == []


def test_every_family_of_checks_has_slips_of_several_kinds(results):
    for family, tallies in results.items():
        assert sum(1 for tally in tallies if tally.planted) >= 3, family
        assert len({tally.title for tally in tallies}) == len(tallies)
    assert sum(tally.planted for tallies in results.values() for tally in tallies) >= 80


def test_a_slip_that_breaks_no_rule_is_counted_apart(results, planted):
    shown = list(planted.shown(results, verbose=False))
    assert sum(t.found for t in results[planted.UNDETECTABLE]) <= 1
    total = next(line for line in shown if line.startswith("all that rules can tell"))
    tallies = [t for family, found in results.items() if family != planted.UNDETECTABLE for t in found]
    assert total.split()[6] == str(sum(t.planted for t in tallies))


def test_a_seed_plants_the_same_slips_and_another_seed_others(planted, book):
    kinds = planted.FAMILIES["orders of battle"]
    one, again, other = ([planted.candidates(kind, book, seed, 2) for kind in kinds] for seed in (1, 1, 2))
    assert one == again
    assert one != other


@pytest.mark.parametrize("family", ["names", "map", "orders of battle", "time track", "charts", "victory", "rulebook"])
def test_each_slip_changes_one_place_a_little(planted, book, family):
    """As a person mistypes: a line at most comes, goes or changes, or two change places."""
    for kind in planted.FAMILIES[family]:
        for slip in planted.candidates(kind, book, 1, 3):
            texts, lines = planted.planted_texts(book, slip)
            assert texts
            for name, text in texts.items():
                before, after = book.texts[name].splitlines(), text.splitlines()
                changed = set(before) ^ set(after) if len(before) == len(after) else set()
                assert len(changed) <= 4, (kind.__name__, slip.what)
                assert lines[name], (kind.__name__, slip.what)
                assert max(lines[name]) <= len(after) + 1


def test_where_a_finding_may_stand_moves_with_the_text(planted, book):
    from slips.book import Edit, Slip  # noqa: PLC0415 - found beside the benchmark

    text = book.texts["counters.yaml"]
    first, last = text.index("units:"), text.index("markers:")
    slip = Slip((Edit("counters.yaml", first, first, "a\nb\n"),), "", (("counters.yaml", last, last + 3),))
    texts, lines = planted.planted_texts(book, slip)
    new = texts["counters.yaml"]
    line = new[: new.index("markers:")].count("\n") + 1
    assert line in lines["counters.yaml"]
    assert line - 2 not in lines["counters.yaml"]


def test_a_finding_counts_where_it_or_a_label_stands(planted):
    finding = REF001.at(Span("a.yaml", 3, 1, 3, 2), text="x", wanted="y")
    assert planted.touches(finding, {"a.yaml": {3}})
    assert not planted.touches(finding, {"a.yaml": {4}, "b.yaml": {3}})
    assert planted.touches(finding.also(Span("b.yaml", 2, 1, 4, 2), "here"), {"b.yaml": {3}})


def test_every_slip_of_a_reader_changes_the_game(planted):
    from slips import readers  # noqa: PLC0415 - found beside the benchmark

    assert readers.names()
    lists = [(game, rows) for reader in readers.names() for game, rows in readers.rows_by_game(reader).items()]
    books = {game: planted.Book(Workspace(readers.game_folder(game)).load("all")) for game, _rows in lists}
    for game, rows in lists:
        for slips in readers.slips_of(rows, books[game]).values():
            for slip in slips:
                texts, lines = planted.planted_texts(books[game], slip)
                assert texts, slip.what
                assert all(text != books[game].texts.get(name) for name, text in texts.items()), slip.what
                assert all(lines[edit.file] for edit in slip.edits), slip.what


@pytest.fixture
def two_games(planted, tmp_path):
    """What became of a list with slips of two games and two legal edits, one of which brings a finding."""
    rows = [
        {"id": "S1", "game": "skirmish", "kind": "counters", "what": "no list of units"},
        {"id": "S2", "game": "skirmish", "kind": "game", "what": "the description without its end"},
        {"id": "T1", "game": "toy", "kind": "counters", "what": "no list of units"},
        {"id": "S3", "game": "skirmish", "kind": "game", "what": "another edition", "legal": True},
        {"id": "S4", "game": "skirmish", "kind": "scenarios", "what": "one that is none", "legal": True},
    ]
    edits = [
        {"file": "counters.yaml", "find": "units:", "replace": "unit:"},
        {"file": "game.yaml", "find": "title: Skirmish", "replace": "title: A Skirmish"},
        {"file": "counters.yaml", "find": "units:", "replace": "unit:"},
        {"file": "game.yaml", "find": 'edition: "1.0"', "replace": 'edition: "1.1"'},
        {"file": "scenarios/none.yaml", "create": "no: scenario"},
    ]
    path = tmp_path / "list.yaml"
    path.write_text(
        yaml.safe_dump([row | {"edits": [edit]} for row, edit in zip(rows, edits, strict=True)]), encoding="utf-8"
    )
    return planted.measure_reader(str(path))


def test_a_list_may_have_slips_of_several_games(planted, two_games):
    counts = {game: (sum(t.planted for t in ts), sum(t.found for t in ts)) for game, ts in two_games.by_game.items()}
    assert counts == {"skirmish": (2, 1), "toy": (1, 1)}
    assert {kind: sum(t.found for t in ts) for kind, ts in two_games.by_kind.items()} == {"counters": 2, "game": 0}
    shown = "\n".join(planted.shown_reading(two_games, verbose=True))
    assert "missed: S2" in shown


def test_a_finding_about_a_legal_edit_is_false(planted, two_games):
    tally = two_games.legal["skirmish"]
    assert (tally.planted, tally.found) == (2, 1)
    assert tally.alarms
    assert all(alarm.startswith("S4") for alarm in tally.alarms)
    assert "2 legal edits, 1 with" in list(planted.shown_reading(two_games, verbose=False))[-1]


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"), [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (90, 100, 0.8256, 0.9448)]
)
def test_the_interval_is_wilsons(planted, hits, tries, low, high):
    assert planted.interval(hits, tries) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ({"file": "counters.yaml", "find": "units:", "replace": "unit:"}, None),
        ({"file": "counters.yaml", "find": "side: ", "replace": "sides: "}, "times, not once"),
        ({"file": "counters.yaml", "find": "no such text", "replace": ""}, "0 times, not once"),
        ({"file": "no-such.yaml", "find": "units:", "replace": ""}, "no file no-such.yaml"),
    ],
)
def test_a_readers_text_must_occur_just_once(planted, book, edit, words, tmp_path, monkeypatch):
    from slips import readers  # noqa: PLC0415 - found beside the benchmark

    row = {"id": "T1", "game": "skirmish", "kind": "counters", "what": "a test", "edits": [edit]}
    (tmp_path / "reader_test.yaml").write_text(yaml.safe_dump([row]), encoding="utf-8")
    monkeypatch.setattr(readers, "FOLDER", tmp_path)
    if words is None:
        (slip,) = readers.slips_of(readers.rows_by_game("test")["skirmish"], book)["counters"]
        assert "\nunit:" in planted.planted_texts(book, slip)[0]["counters.yaml"]
    else:
        with pytest.raises(ValueError, match=words):
            readers.slips_of(readers.rows_by_game("test")["skirmish"], book)
