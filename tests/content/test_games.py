"""What holds of every game there is in content/."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from scenario_forge.api.diff import compare, state_of
from scenario_forge.checks.run import check
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.comments import suppressions
from tests.as_printed import ours

ROOT = Path(__file__).parents[2]
CONTENT = ROOT / "content"
GAMES = sorted(path.parent.name for path in CONTENT.glob("*/game.yaml"))
CORRECTED = sorted({path.parents[1].name for path in CONTENT.glob("*/errata/*.yaml")})
OFFICIAL = [
    name
    for name in CORRECTED
    if any(
        re.search("status: (official|editorial)", path.read_text("utf-8")) for path in CONTENT.glob(f"{name}/errata/*")
    )
]
"""Those with errata that hold unless others are asked for."""
SETS = ("none", "official", "all")

every_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(scope="module")
def load():
    """A game by folder and set of errata, each read once."""
    spaces = {name: Workspace(CONTENT / name) for name in GAMES}
    games = {}

    def loaded(name, errata="none"):
        if (name, errata) not in games:
            games[name, errata] = spaces[name].load(errata)
        return games[name, errata]

    return loaded


def shown(findings):
    return [f"{f.span.file}:{f.span.line}:{f.span.column} {f.code.id} {f.message}" for f in findings]


def test_there_are_games():
    assert "desert-rats" in GAMES


@every_game
@pytest.mark.parametrize("errata", SETS)
def test_it_is_read_without_a_finding(load, name, errata):
    game = load(name, errata)
    assert shown(game.problems) == []
    assert game.system is not None
    assert [file.name for file in game.files.values() if file.document is None] == []


@every_game
def test_it_holds_nothing_that_is_no_file_of_a_game(load, name):
    there = {p.relative_to(CONTENT / name).as_posix() for p in (CONTENT / name).rglob("*") if p.is_file()}
    assert there == set(load(name).files)


@every_game
def test_its_id_is_the_name_of_its_folder(load, name):
    assert load(name).about.game == name


@every_game
def test_each_file_names_its_schema_in_the_first_line(load, name):
    game = load(name)
    for file in game.files.values():
        kinds = {kind.name for kind in game.system.kinds()}
        own = f"{game.system.id}." if file.kind.name in kinds else ""
        schema = ROOT / "schemas" / f"{own}{file.kind.name}.schema.json"
        assert schema.is_file(), file.name
        relative = os.path.relpath(schema, (CONTENT / name / file.name).parent).replace(os.sep, "/")
        assert file.source.text.splitlines()[0] == f"# yaml-language-server: $schema={relative}", file.name


@every_game
def test_nothing_in_it_is_silenced(load, name):
    for file in load(name).files.values():
        assert suppressions(file.source) == [], file.name
        assert "# ignore" not in file.source.text, file.name


@every_game
@pytest.mark.parametrize("errata", SETS)
def test_every_address_of_its_provenance_leads_somewhere(load, name, errata):
    lost = [
        f"{file.name}: {address}: {why}"
        for file in load(name, errata).files.values()
        for _, address, why in file.bases.unresolved
    ]
    assert lost == []


@every_game
def test_what_provenance_sets_apart_is_counted_apart(load, name):
    """A list that sets nothing apart, because later lines overrule all of it, would be an idle promise."""
    for file in load(name).files.values():
        entries = file.data.get("provenance", [])
        counted = file.bases.count()
        assert sum(counted.values()) > 0, file.name
        for basis in {file.data["basis"], *(entry["basis"] for entry in entries)}:
            assert counted[basis] > 0, (file.name, basis)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", CORRECTED)
def test_with_all_errata_nothing_is_wrong(load, name):
    assert shown(check(load(name, "all"))) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "errata"), [*((name, "official") for name in OFFICIAL), *((name, "all") for name in CORRECTED)]
)
def test_every_erratum_can_be_laid_over(load, name, errata):
    game = load(name, errata)
    assert game.patches
    failed = [(p.erratum.id, p.problem, p.detail) for p in game.patches if p.problem not in ("", "incorporated")]
    assert failed == []


@pytest.mark.parametrize("name", CORRECTED)
def test_every_erratum_that_is_laid_over_says_who_and_why(load, name):
    for patch in load(name, "all").patches:
        erratum = patch.erratum
        assert len(erratum.why) > 10, erratum.id
        assert (erratum.by == "us") == (erratum.status == "proposed"), erratum.id


@pytest.mark.parametrize("name", CORRECTED)
def test_printed_mistakes_stand_in_the_printed_text(load, name):
    """Content says what was printed: without errata there is something to find, and each correction mends some of it."""
    printed, corrected = check(load(name, "none")), check(load(name, "all"))
    assert len(printed) > len(corrected)


@pytest.mark.parametrize(
    ("name", "wanted", "counted"),
    [
        ("desert-rats", ScenarioRequest("own", "6/41", "12/41"), "player turns"),
        ("knights-of-the-desert", ScenarioRequest("own", "9/41", "3/42"), "game turns"),
    ],
)
def test_time_is_counted_in_turns_that_the_game_has(load, name, wanted, counted):
    """Where the sides act in no fixed order there are no player turns: in drafts of new dates and in comparisons."""
    text = new_scenario(load(name), wanted).text
    every = {path.stem for path in (CONTENT / name / "scenarios").glob("*.yaml")}
    first, *_others, last = sorted(every - {*ours(name)})
    told = [
        change.subject.lower()
        for change in compare(state_of(f"{CONTENT / name}:{first}"), state_of(f"{CONTENT / name}:{last}")).changes
    ]
    (other,) = {"player turns", "game turns"} - {counted}
    assert counted in told
    assert other not in text
    assert other not in told


@every_game
def test_every_nationality_has_a_colour_that_can_be_printed(load, name):
    """One that nobody knows is printed in a colour that the author did not choose."""
    unknown = [n.colour for n in load(name).about.nationalities if n.ground is None]
    assert unknown == []
