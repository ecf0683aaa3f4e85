"""The errata of Desert Rats: each finds what it corrects, changes something, and mends what was found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.diagnostics import Severity
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.documents.scenario import OrderOfBattleDocument
from scenario_forge.game.reading.workspace import Workspace

FOLDER = Path(__file__).parents[3] / "content/desert-rats"
SPACE = Workspace(FOLDER)
DOCUMENTS = {where.file.name: document for document, where in SPACE.load("none").documents("errata", ErrataDocument)}
LISTED = [erratum for document in DOCUMENTS.values() for erratum in document.errata]
ERRATA = [erratum for erratum in LISTED if erratum.status != "rejected"]
GROUPS = sorted({erratum.id[:6] for erratum in ERRATA})


@pytest.fixture(scope="module")
def load():
    return SPACE.load


@pytest.fixture(scope="module")
def laid_over(load):
    """What became of each erratum when all were laid over."""
    return {patch.erratum.id: patch for patch in load("all").patches}


def texts(game):
    """The data of every file but the errata themselves."""
    return {name: file.data for name, file in game.files.items() if file.kind.name != "errata"}


def ids(*groups):
    """The ids of whole corrections, letters and all."""
    return ",".join(erratum.id for erratum in ERRATA if erratum.id[:6] in groups)


def found(game):
    """Code and place on paper of every finding, with what it says."""
    return [(finding.code.id, finding.span.paper, finding.message) for finding in check(game, each=True)]


def test_two_lists_one_of_the_source_and_one_of_ours():
    assert set(DOCUMENTS) == {"errata/editor.yaml", "errata/proposed.yaml"}
    assert {(e.by, e.status) for e in DOCUMENTS["errata/editor.yaml"].errata} == {("editor", "editorial")}
    ours = {(e.by, e.status) for e in DOCUMENTS["errata/proposed.yaml"].errata}
    assert ours == {("us", "proposed"), ("us", "rejected")}


def test_what_was_considered_and_rejected_is_kept_but_never_applied(load):
    """Unit 49 stands out of the order of arrival, but its date is right."""
    assert [erratum.id for erratum in LISTED if erratum.status == "rejected"] == ["DR-066"]
    for errata in ("all", "official", "DR-066"):
        assert "DR-066" not in {patch.erratum.id for patch in load(errata).patches}


def test_no_id_is_given_twice_and_each_list_is_in_order():
    assert [e for e, times in Counter(e.id for e in LISTED).items() if times > 1] == []
    for document in DOCUMENTS.values():
        assert [e.id for e in document.errata] == sorted(e.id for e in document.errata)


def test_each_erratum_finds_its_place_and_the_printed_value(laid_over):
    assert {i: (p.problem, p.detail) for i, p in laid_over.items() if p.problem} == {
        "DR-001": ("incorporated", "retyped")
    }
    assert laid_over.keys() == {erratum.id for erratum in ERRATA}


def test_each_erratum_changes_its_own_value_as_it_says(load, laid_over):
    before, after = texts(load("none")), texts(load("all"))
    targets = [patch.target for patch in laid_over.values() if patch.target]
    assert len(set(targets)) == len(targets) == len(ERRATA) - 1
    for patch in laid_over.values():
        if patch.target:
            name, path = patch.target
            assert value(before[name], path) == patch.erratum.printed, patch.erratum.id
            assert value(after[name], path) == patch.erratum.corrected, patch.erratum.id


def test_all_of_them_together_change_nothing_else(load, laid_over):
    """Each value that differs between the printed and the corrected game is one that an erratum names."""
    before, after = texts(load("none")), texts(load("all"))
    named = {patch.target for patch in laid_over.values() if patch.target}
    for name, data in before.items():
        for path in differences(data, after[name]):
            assert any((name, path[:length]) in named for length in range(1, len(path) + 1)), (name, path)


def differences(before, after, path=()):
    """Paths of the values that are not the same in both."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before.keys() | after.keys():
            yield from differences(before.get(key), after.get(key), (*path, key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, (*path, index))
    elif before != after:
        yield path


def value(data, path):
    for step in path:
        data = data.get(step) if isinstance(data, dict) else data[step]
    return data


@pytest.mark.sampled(12)
@pytest.mark.parametrize("group", [group for group in GROUPS if group != "DR-001"])
def test_without_any_one_correction_something_is_found_again(load, group):
    """A correction that mends nothing would be an opinion."""
    others = [other for other in GROUPS if other != group]
    assert set(found(load(ids(*others)))) - set(found(load("all"))), group


def test_none_leaves_the_text_of_the_source(load):
    game = load("none")
    assert game.patches == []
    assert texts(game) == {n: f.source.root.data for n, f in game.files.items() if f.kind.name != "errata"}


def test_official_applies_what_the_source_itself_corrects_and_nothing_of_ours(load):
    applied = {patch.erratum.id for patch in load("official").patches if not patch.problem}
    assert applied == {e.id for e in DOCUMENTS["errata/editor.yaml"].errata} - {"DR-001"}


def test_what_the_retyping_has_worked_in_is_not_laid_over_it_again(load):
    """Unit 38 reads R1/42 in our text already; in the first printing it read R1/41."""
    game = load("all")
    book = next(
        document
        for document, _ in game.documents("orders-of-battle", OrderOfBattleDocument)
        if document.side == "allied"
    )
    row = next(unit for unit in book.units if unit.no == 38)
    assert row.cells["nov41+"] == "R1/42"
    incorporated = next(erratum for erratum in ERRATA if erratum.id == "DR-001")
    assert (incorporated.printed, incorporated.corrected) == ("R1/41", "R1/42")
    assert incorporated.incorporated_in == [game.about.printing] == ["retyped"]


def test_in_the_first_printing_it_would_be_laid_over():
    sources = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in FOLDER.rglob("*.yaml")}
    oob = sources["orders-of-battle/allied.yaml"].replace(
        "nov41+: R1/42,  may42: R26(f)", "nov41+: R1/41,  may42: R26(f)"
    )
    assert oob != sources["orders-of-battle/allied.yaml"]
    about = sources["game.yaml"].replace("\nprinting: retyped", "\nprinting: first")
    game = Workspace(FOLDER).load("DR-001", {"orders-of-battle/allied.yaml": oob, "game.yaml": about})
    assert [patch.problem for patch in game.patches] == [""]


def test_with_all_of_them_nothing_is_found(load):
    left = found(load("all"))
    assert left == []


def test_what_the_source_corrects_causes_nothing_new(load):
    places = {(code, paper) for code, paper, _ in found(load("none"))}
    assert {(code, paper) for code, paper, _ in found(load("official"))} <= places


def test_the_printed_game_has_errors_and_official_errata_mend_some(load):
    none, official = check(load("none")), check(load("official"))
    assert sum(finding.severity == Severity.ERROR for finding in none) > 40
    assert 0 < len(official) < len(none)


SOME = [
    ("DR-002", "RUL001", "Rule 3, example, figure", "gives 7 for"),
    ("DR-003", "RUL001", "Rule 8, paragraph after the example", "19"),
    ("DR-011", "OOB033", "Allied order of battle, unit 5, column Dec 40", "Q16"),
    ("DR-012", "OOB033", "Allied order of battle, unit 4, column Dec 40", "S32"),
    ("DR-013", "REF003", "Allied order of battle, unit 22, column after Mar 41", "W841"),
    ("DR-014", "OOB006", "Allied order of battle, unit 4, identity", "Aux"),
    ("DR-016", "OOB010", "Axis order of battle, unit 37, column May 42", "no entry"),
    ("DR-017", "OOB034", "Allied order of battle, unit 9, column May 42", "PP16"),
    ("DR-022", "TIM007", "Time record track, 10/41, Axis", "no unit arrives"),
    ("DR-023", "CHT001", "Combat Results Table, heading -4,3", "`-4,3`"),
    ("DR-018", "OOB035", "Allied order of battle, unit 1, column May 42", "NN30"),
    ("DR-020", "OOB043", "Allied order of battle, unit 32, column May 42", "T25"),
    ("DR-026", "RUL001", "Rule 14, Notes", "gives 8 for"),
    ("DR-030", "VIC009", "Victory table, dec42, Allied objective", "not besieged"),
    ("DR-046", "RUL001", "TRT, caption of the track", "gives `minimum` for"),
]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("group", "code", "paper", "words"), SOME, ids=[row[0] for row in SOME])
def test_what_it_mends_is_found_in_the_printed_game_and_gone_with_it_alone(load, group, code, paper, words):
    def there(game):
        return [f for f in found(game) if f[:2] == (code, paper) and words in f[2]]

    assert len(there(load("none"))) == 1
    assert there(load(ids(group))) == []
