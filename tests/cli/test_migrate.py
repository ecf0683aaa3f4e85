"""A game of format 1, as Desert Rats and Road to Massawa were written, or of format 2 becomes one of this format."""

from __future__ import annotations

import os
import re
import shutil
import tarfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge import check, load_game
from scenario_forge.documents.place_ids import id_of_name
from scenario_forge.game.reading.formats import FORMAT, migrated_texts
from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import EditRefused
from tests.as_printed import copy_as_printed

ROOT = Path(__file__).resolve().parents[2]
GAME = "basis: printed\ngame: tiny\n"
SETTLED = (
    "minimum_move:|  into:|  out_of:|repulse_ends_attacks:|strategic:|captured_counts:|used_removed:|used_gives_general_supply:"
    "|replacements_(?:saved|in_zone):|rebuilt_at:|  in_zone:|    stacking:|    zones:"
)
OTHER_KEYS = {"rules.yaml": f"phases:|order:|attack_at|logistics.order|{SETTLED}", "rulebook.yaml": "restates:|data:"}
"""Lines that say in another way what they said, or say no longer what every game plays."""
UNSAID = """\
  - at: [logistics.rebuilt_at, supply.used_gives_general_supply, movement.minimum_move]
    basis: proposed
    why: the text is silent; see the rulings beside 9.8, 8.24 and 3.2
"""
"""What *Desert Rats* said of such lines."""
RULES = """\
basis: printed
movement:
  strategic_beyond: 5   # 3.4
zones:
  without: [supply]     # 4.2
supply: {attrition: 2, movement: 20}
off_map:
  camp:
    box: Camp
    supply_paths: false
"""
COUNTERS = "basis: printed\nunits:\n  - {side: red, no: 1}  # ours\n"


@pytest.fixture(params=["desert-rats", "massawa"])
def old(request, tmp_path):
    """A copy of the game as it was in format 1."""
    with tarfile.open(ROOT / "tests/games/format-1.tar.xz") as kept:
        kept.extractall(tmp_path, filter="data")
    return tmp_path / request.param


def texts(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.yaml")}


LATER = ("ERR021", "GAM001", "RUL074", "RUL075", "RUL076")
"""Found since notes and aids name the clauses that they restate, and errata say what they move in play, which those of
format 1 could not."""
UNUSED = {
    "desert-rats": [("options.yaml", "  - id: play-balance", "no rule of this game reads the option Play Balance")],
    "massawa": [],
}
"""What no rule reads, which the games of today say why they keep and those of format 1 could not: USE001."""


def findings(folder):
    game = load_game(folder, errata="none")
    lines = {name: file.source.text.splitlines() for name, file in game.read.items()}
    told = [finding for finding in check(game) if finding.code.id not in LATER]
    return sorted((f.code.id, f.span.file, lines[f.span.file][f.span.line - 1], f.message) for f in told)


@pytest.mark.sampled(3)
def test_an_older_game_is_refused_in_one_sentence_that_says_what_to_do(forge, old):
    said = forge("play", str(old))
    assert said.code == 2
    assert said.err.splitlines()[0].endswith("this game is written in format 1; this version reads format 3")
    assert "forge migrate" in said.err
    assert f"{old.name}/game.yaml:" in forge("check", str(old)).out
    assert [problem.code.id for problem in load_game(old).problems] == ["FIL016"]


def test_a_newer_game_is_refused_in_one_sentence(forge, old):
    path = old / "game.yaml"
    path.write_text("format: 99\n" + path.read_text())
    said = forge("play", str(old))
    assert (said.code, len(said.err.strip().splitlines())) == (2, 2)
    assert "format 99" in said.err
    assert [problem.code.id for problem in load_game(old).problems] == ["FIL017"]
    assert forge("migrate", str(old)).code == 2


@pytest.mark.sampled(3)
def test_migrated_it_is_found_to_be_what_the_game_of_today_is(forge, old, tmp_path):
    """Everything that is found as printed, code by code and message by message."""
    assert forge("migrate", str(old)).code == 0
    unused = [("USE001", *row) for row in UNUSED[old.name]]
    assert findings(old) == sorted([*findings(copy_as_printed(old.name, tmp_path / "today")), *unused])


@pytest.mark.sampled(3)
def test_every_byte_that_was_there_stays(forge, old):
    before = texts(old)
    assert forge("migrate", str(old)).code == 0
    after = texts(old)
    assert before.keys() == after.keys()
    changed = {name for name in before if before[name] != after[name]}
    assert {"game.yaml", "counters.yaml", "rules.yaml"} <= changed <= {*OTHER_KEYS, "game.yaml", "counters.yaml"}
    for name in changed:
        other = re.compile(OTHER_KEYS.get(name, "(?!)").encode())
        said = before[name].replace(UNSAID.encode(), b"")
        before[name] = b"\n".join(line for line in said.splitlines() if not other.search(line))
        lines, rest = before[name].splitlines(), iter(after[name].splitlines())
        assert all(line in rest for line in lines)  # in their order, nothing between them touched


@pytest.mark.sampled(3)
def test_done_twice_it_changes_nothing(forge, old):
    forge("migrate", str(old))
    before = texts(old)
    said = forge("migrate", str(old))
    assert said.code == 0
    assert "nothing to change" in said.out
    assert texts(old) == before


def test_check_writes_nothing(forge, old):
    before = texts(old)
    said = forge("migrate", str(old), "--check")
    assert said.code == 1
    assert "game.yaml would be changed" in said.out
    assert texts(old) == before


@pytest.mark.sampled(3)
def test_interrupted_it_goes_on(forge, old, monkeypatch):
    replace, calls = os.replace, []

    def second_is_interrupted(*args):
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt
        replace(*args)

    monkeypatch.setattr(os, "replace", second_is_interrupted)
    assert forge("migrate", str(old)).code == 130
    monkeypatch.setattr(os, "replace", replace)
    assert "format" not in (old / "game.yaml").read_text().splitlines()[0]
    assert forge("migrate", str(old)).code == 0
    assert load_game(old).problems == []
    assert (old / "counters.yaml").read_text().count("\nvalues:\n") == 1


def test_what_a_person_saves_meanwhile_is_not_overwritten(forge, old, monkeypatch):
    from scenario_forge.api import files  # noqa: PLC0415 - patched

    write = files.write_file

    def meanwhile(path, *args):
        path.write_text("# saved in an editor\n")
        return write(path, *args)

    monkeypatch.setattr(files, "write_file", meanwhile)
    said = forge("migrate", str(old))
    assert said.code == 2
    assert "# saved in an editor\n" in {path.read_text() for path in old.glob("*.yaml")}


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({}, "no game.yaml"),
        ({"game.yaml": "a: [\n"}, "game.yaml cannot be read"),
        ({"game.yaml": "- a\n"}, "game.yaml cannot be read"),
        ({"game.yaml": "{game: tiny, basis: printed}\n"}, "not laid out by lines"),
        ({"game.yaml": GAME, "counters.yaml": "units: [\n"}, "counters.yaml cannot be read"),
        ({"game.yaml": GAME, "counters.yaml": "{units: []}\n"}, "not laid out by lines"),
        ({"game.yaml": f"format: {FORMAT + 1}\n{GAME}"}, "none that this version knows"),
        ({"game.yaml": f"format: two\n{GAME}"}, "none that this version knows"),
        ({"game.yaml": f"format: 0\n{GAME}"}, "none that this version knows"),
    ],
)
def test_in_doubt_it_is_refused(files, says):
    with pytest.raises(EditRefused, match=says):
        migrated_texts(files)


def test_comments_stay_with_what_they_speak_of():
    counters = COUNTERS.replace("units:", "# every unit,\n# by side\nunits:")
    made = migrated_texts({"game.yaml": GAME, "counters.yaml": counters})["counters.yaml"]
    assert made.endswith("\n\n# every unit,\n# by side\nunits:\n  - {side: red, no: 1}  # ours\n")


@pytest.mark.parametrize("said", ["format: 1  # the first\n", "game: tiny\nformat:   1\n"])
def test_a_format_that_the_game_names_is_replaced_where_it_stands(said):
    files = {"game.yaml": f"basis: printed\n{said}", "counters.yaml": "values: []\n" + COUNTERS}
    made = migrated_texts(files)
    assert made == {"game.yaml": files["game.yaml"].replace("1", f"{FORMAT}", 1)}
    assert migrated_texts({**files, **made}) == {}


@given(st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
def test_it_has_the_line_ends_of_the_file_and_is_done_once(end, comment, blank):
    head = ("# a heading\n" if comment else "") + ("\n" if blank else "")
    files = {"game.yaml": (head + GAME).replace("\n", end), "counters.yaml": (head + COUNTERS).replace("\n", end)}
    made = migrated_texts(files)
    assert set(made) == set(files)
    for name, text in made.items():
        assert text.count("\n") == text.count(end)
        rest = iter(text.split(end))
        assert all(line in rest for line in files[name].split(end))
    assert migrated_texts({**files, **made}) == {}


# -- keys that have gone ------------------------------------------------------------------------------


def settled(rules, system="campaign", **others):
    """What becomes of the rules of a game of this format."""
    files = {"game.yaml": f"format: {FORMAT}\nsystem: {system}\n{GAME}", "rules.yaml": rules, **others}
    made = migrated_texts(files)
    assert migrated_texts({**files, **made}) == {}, "done once"
    assert "game.yaml" not in made
    return made


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("after", "said"),
    [
        ("movement:\n", "  minimum_move: false   # 3.2\n"),
        ("  strategic_beyond: 5   # 3.4\n", "  minimum_move: false\n"),
        ("  without: [supply]     # 4.2\n", "  into:   {fortification: false, box: false}   # 4.4\n"),
        ("  without: [supply]     # 4.2\n", "  out_of:\n    fortification: false\n    box: true   # 7.14\n"),
        ("supply: {attrition: 2", ", used_removed: game_turn"),
        ("supply: {attrition: 2", ", strategic: false, captured_counts: false"),
        ("supply: {", "strategic: false, used_removed: game_turn, "),
        ("movement: 20", ", used_gives_general_supply: true"),
        ("    supply_paths: false\n", "    stacking: false\n    zones: false\n"),
        ("basis: printed\n", "provenance:\n  - at: [movement.minimum_move, zones.into.box]\n    basis: proposed\n"),
    ],
)
def test_what_every_game_plays_is_taken_out(end, after, said):
    rules = RULES.replace("\n", end)
    assert rules.count(after.replace("\n", end)) == 1
    longer = RULES.replace(after, after + said).replace("\n", end)
    for system in ("campaign", "desert-rats"):
        assert settled(longer, system) == {"rules.yaml": rules}


def test_comments_and_what_is_said_of_other_keys_stay():
    said = "  # a word on the first hex\n  minimum_move: false\n  # and one on costs\n"
    sources = "provenance:\n  - {at: [off_map.camp.zones, supply.movement], basis: derived, why: counted}\n"
    made = settled(sources + RULES.replace("movement:\n", f"movement:\n{said}", 1))["rules.yaml"]
    assert "  # a word on the first hex\n  # and one on costs\n  strategic_beyond" in made
    assert made.startswith("provenance:\n  - {at: [supply.movement], basis: derived, why: counted}\n")


def test_clauses_do_not_say_any_more_that_such_keys_carry_them_out():
    clause = 'clauses:\n  - id: "4.5"\n    text: None.\n'
    listed = '    data: ["rules.yaml: zones.into", "rules.yaml: zones.out_of.box"]\n'
    kept = '    data: ["rules.yaml: zones.without"]\n'
    book = clause + listed + clause.removeprefix("clauses:\n") + kept.replace("[", '["rules.yaml: zones.into", ')
    assert settled(RULES, **{"rulebook.yaml": book}) == {
        "rulebook.yaml": clause + clause.removeprefix("clauses:\n") + kept
    }


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("minimum_move: true", "`movement.minimum_move: true`, but it is `false` in every game now"),
        ("minimum_move: 0", "`movement.minimum_move: 0`, but it is"),
        ("{strategic_beyond: 5, minimum_move: yes_}", "`movement.minimum_move: yes_`, but it is"),
        ("{strategic_beyond: 5}\nzones: {out_of: {box: false}}", "`zones.out_of: {box: false}`, but it is"),
        ("{strategic_beyond: 5}\noff_map: {camp: {stacking: true}}", "`off_map.camp.stacking: true`, but it is"),
        ("minimum_move: false", "nothing would be left"),
        ("{strategic_beyond: 5,  # 3.4\n    minimum_move: false}", "put each entry on a line of its own"),
        ("{minimum_move: false,  # 3.2\n    strategic_beyond: 5}", "put each entry on a line of its own"),
        ("minimum_move: [", "cannot be read"),
    ],
)
def test_a_game_that_plays_otherwise_is_refused_in_one_sentence(said, says):
    rules = f"basis: printed\nmovement: {said}\n" if said[0] == "{" else f"basis: printed\nmovement:\n  {said}\n"
    with pytest.raises(EditRefused, match=says) as refused:
        settled(rules)
    assert "\n" not in str(refused.value)


def test_the_command_takes_them_out_and_says_so(forge, tmp_path):
    game = Path(shutil.copytree(ROOT / "tests/games/skirmish", tmp_path / "skirmish"))
    rules = (game / "rules.yaml").read_bytes()
    (game / "rules.yaml").write_bytes(rules.replace(b"  round_cost", b"  minimum_move: false\n  round_cost"))
    assert "SCH007" in forge("check", str(game), "--format", "concise").out
    said = forge("migrate", str(game), "--check")
    assert (said.code, said.out.splitlines()[0]) == (1, "rules.yaml would be changed")
    assert forge("migrate", str(game)).out == "changed rules.yaml\nthe game was taken to the keys that are read now\n"
    assert (game / "rules.yaml").read_bytes() == rules
    (game / "rules.yaml").write_bytes(rules.replace(b"  round_cost", b"  minimum_move: true\n  round_cost"))
    said = forge("migrate", str(game))
    assert said.code == 2
    assert "`movement.minimum_move: true`" in said.err
    assert b"minimum_move: true" in (game / "rules.yaml").read_bytes()


# -- format 3: places by their ids in keys, and the rule system called campaign ---------------------------


MAP = """\
basis: printed
places:   # from the north
  - {name: El Agheila, hex: B2, aliases: [Agheila]}  # the salt flats
  - {name: Köln,  hex: C3}
  - name: 東京
    hex: D5
  - {name: Сталинград, hex: E1, id: tsaritsyn}
"""
RIVALS = MAP.replace("Köln, ", "El-Agheila,")
OLD_RULES = """\
# yaml-language-server: $schema=../../schemas/wargame.rules.schema.json
control: # who holds what
  jan40:
    agheila: west   # by another spelling
    köln:    east
fortification: {highest_differential: {el_agheila: 8}}
home_bases:
  west: {places: [Agheila], radius: {"agheila": 1}}
"""
SCENARIO = """\
basis: printed
scenario: first
control:
  "El Agheila": west   # the place
  Köln: east
  Сталинград: east
  B5: west
  东京: east
"""
FORMAT_2 = {
    "game.yaml": f"format: 2  # of 2026\nsystem: wargame # ours\n{GAME}",
    "map.yaml": MAP,
    "rules.yaml": OLD_RULES,
    "scenarios/first.yaml": SCENARIO,
}


def test_keys_that_name_places_become_ids_and_nothing_else_changes():
    made = migrated_texts(FORMAT_2)
    assert [*made][-1] == "game.yaml"
    assert made == {
        "game.yaml": f"format: 3  # of 2026\nsystem: campaign # ours\n{GAME}",
        "map.yaml": MAP.replace("hex: C3}", "hex: C3, id: koln}").replace("hex: D5\n", "hex: D5\n    id: place_d5\n"),
        "rules.yaml": OLD_RULES.replace("    agheila", "    el_agheila")
        .replace("    köln", "    koln")
        .replace('"agheila"', "el_agheila")
        .replace("wargame.", "campaign."),
        "scenarios/first.yaml": SCENARIO.replace('"El Agheila"', "el_agheila")
        .replace("Köln", "koln")
        .replace("Сталинград", "tsaritsyn"),
    }
    assert migrated_texts({**FORMAT_2, **made}) == {}


def test_interrupted_before_any_of_the_files_it_comes_to_the_same():
    made = migrated_texts(FORMAT_2)
    for count in range(len(made)):
        begun = {**FORMAT_2, **dict([*made.items()][:count])}
        assert {**begun, **migrated_texts(begun)} == {**FORMAT_2, **made}


def test_a_game_of_format_1_gets_there_at_once():
    files = {**FORMAT_2, "game.yaml": f"system: wargame\n{GAME}", "counters.yaml": COUNTERS}
    made = migrated_texts(files)
    assert made["game.yaml"] == f"format: 3\nsystem: campaign\n{GAME}"
    assert made["rules.yaml"] == migrated_texts(FORMAT_2)["rules.yaml"]
    assert "values:" in made["counters.yaml"]


@pytest.mark.parametrize("system", ["desert-rats", "elsewhere"])
def test_other_rule_systems_keep_their_name(system):
    files = {**FORMAT_2, "game.yaml": f"format: 2\nsystem: {system}\n{GAME}"}
    made = migrated_texts(files)
    assert f"system: {system}\n" in made["game.yaml"]
    assert ("koln:" in made["rules.yaml"]) == (system == "desert-rats")  # who knows what the keys of others name


def test_places_whose_names_give_one_id_get_two():
    files = {**FORMAT_2, "map.yaml": RIVALS, "rules.yaml": "control: {jan40: {agheila: west}}\n"}
    made = migrated_texts({**files, "scenarios/first.yaml": "basis: printed\n"})
    assert made["rules.yaml"] == "control: {jan40: {el_agheila: west}}\n"
    assert "{name: El-Agheila, hex: C3, id: el_agheila_2}" in made["map.yaml"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"map.yaml": "places: [\n"}, r"map.yaml cannot be read"),
        ({"scenarios/first.yaml": "control: [\n"}, r"scenarios/first.yaml cannot be read"),
        (
            {"map.yaml": RIVALS, "rules.yaml": OLD_RULES.replace("agheila: w", "el_agheila: w")},
            r"rules.yaml:4: `el_agheila` may mean El Agheila or El-Agheila: give one of them an `id` in map.yaml",
        ),
        (
            {"rules.yaml": OLD_RULES.replace("    agheila", "    el_agheila: east\n    agheila")},
            r"rules.yaml:5: `agheila` and `el_agheila` are one place: take one of them out",
        ),
        (
            {"rulebook.yaml": "clauses:\n  - id: a\n    states: {place.köln.hex: C3}\n"},
            r"rulebook.yaml:3: `place.köln` names a place by `köln`, but its id is `koln`: write `koln` there",
        ),
        (
            {"errata/old.yaml": 'errata:\n  - at: "rules.control.jan40.agheila"\n'},
            r"errata/old.yaml:2: `jan40.agheila` names a place by `agheila`",
        ),
        (
            {"scenarios/first.yaml": SCENARIO + 'provenance: [{at: ["control[El Agheila]"], basis: fitted, why: x}]\n'},
            r"scenarios/first.yaml:9: `control\[El Agheila` names a place by `El Agheila`",
        ),
    ],
)
def test_in_doubt_which_place_is_meant_it_is_refused(changes, says):
    with pytest.raises(EditRefused, match=says):
        migrated_texts({**FORMAT_2, **changes})


def test_an_id_that_the_author_states_settles_the_doubt():
    stated = RIVALS.replace("hex: C3", "hex: C3, id: agheila_fort")
    rules = OLD_RULES.replace("agheila: w", "el_agheila: w").replace("köln", "agheila_fort")
    made = migrated_texts(
        {**FORMAT_2, "map.yaml": stated, "rules.yaml": rules, "scenarios/first.yaml": "basis: printed\n"}
    )
    assert "    el_agheila: west" in made["rules.yaml"]
    assert "agheila_fort:    east" in made["rules.yaml"]


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", categories=("L", "Nd", "P", "Zs"), exclude_characters="'")), unique=True
    )
)
def test_every_place_has_an_id_of_its_own_then(names):
    names = [name for name in names if name.strip()]
    rows = [f"  - {{name: '{name}', hex: 'A{number}'}}\n" for number, name in enumerate(names)]
    files = {"game.yaml": f"format: 2\n{GAME}", "map.yaml": "places:\n" + "".join(rows) if rows else "places: []\n"}
    made = {**files, **migrated_texts(files)}
    rows_of = compose(made["map.yaml"], "map.yaml")[0].data["places"]
    ids = [row.get("id") or id_of_name(row["name"]) for row in rows_of]
    assert None not in ids
    assert len({*ids}) == len(ids)
    assert [row["name"] for row in rows_of] == names
    assert migrated_texts(made) == {}


# -- records of before -----------------------------------------------------------------------------------


KEREN = ROOT / "tests/games/massawa-keren-format-2.json"


def test_a_record_of_format_2_is_replayed(forge):
    assert '"system":"wargame"' in KEREN.read_text()
    said = forge("replay", str(KEREN))
    assert (said.code, said.out) == (0, "replayed 23 of 23 actions as recorded; score: empire 0, italy 12\n")


def test_a_record_of_other_content_says_of_which_format_it_is(forge, tmp_path):
    record = tmp_path / "record.json"
    record.write_text(re.sub(r'"content":"\w{4}', '"content":"0000', KEREN.read_text()))
    said = forge("replay", str(record))
    assert said.code == 1
    assert "the record is of a game in format 2; this version reads format 3" in said.out + said.err
