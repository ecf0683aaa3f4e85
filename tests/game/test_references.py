"""The index of names: nothing that names a thing of a game is missing from it, and nothing else is in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.campaign.system import Campaign
from scenario_forge.checks.run import all_findings
from scenario_forge.documents.marks import Names
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.naming import Reader
from scenario_forge.game.place import Where
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import Target, references
from scenario_forge.game.system import Reads

CONTENT = Path(__file__).parents[2] / "content"
GAMES = ("desert-rats", "knights-of-the-desert", "massawa", "ridge")
WORDS = {
    "hex": r"game\.defaults\.paper|examples\..*\.counters\.\*\.name",
    "place": r"rulebook\..*\.(topics\.\*|title|indexed|term)|aids\..*\.(cells\.\*|head)|map\..*\.(aliases\.\*|name)"
    r"|examples\..*\.(given|answer)\..*|(rules|charts)\..*@|victory\.ledger\.\*\.(id|name)|scenarios\.title|game\.game|examples\..*\.map\..*",
    "unit": r"examples\.examples\.\*\.given\..*",
    "side": r"examples\..*\.(counters|given)\..*|(charts|rules)\..*@|rules\.(rationed|sequence\..*)|rulebook\..*\.states\..*",
    "turn": r"chronology\..*|playtest\..*\.dates\.\*|rulebook\..*\.states\..*|examples\..*\.answer\.turn|aids\..*\.head"
    r"|scenarios\.dates|map\.rows\.\*\.row",
    "chart": r"aids\.sections\.\*\.id",
    "clause": r"examples\.examples\.\*\.place",
    "quantity": r"rulebook\.clauses\.\*\.carried_by\.\*|rules\..*",
    "scenario": r"victory\.levels\.\*\.id|chronology\..*|map\..*",
}
"""Values that are spelt like a name and are none: titles, words of tables, ids of other things, and names in the
figures of examples, which have counters and places of their own."""


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return Workspace(CONTENT / request.param).load("none")


@pytest.fixture(scope="module")
def desert_rats():
    return Workspace(CONTENT / "desert-rats")


def leaves(data, path=()):
    """Each key and each text of a document."""
    for step, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        if isinstance(step, str):
            yield (*path, step), "key", step
        if isinstance(value, str):
            yield (*path, step), "value", value
        yield from leaves(value, (*path, step))


@pytest.mark.parametrize("kind", WORDS)
def test_every_value_that_names_something_is_in_the_index(game, kind):
    index, reader = references(game), Reader(game)
    known = {(each.where.file.name, *each.where[1:3]) for each in (*index.uses, *index.defined)}
    missing = set()
    for file in game.read.values():
        for path, on, text in leaves(file.data) if file.kind.name not in ("errata", "words") else ():
            target = reader.one(Names(kind), text, Where(file, path))
            if (
                target is None
                or target.kind not in (kind, "box" if kind == "place" else kind)
                or (file.name, path, on) in known
            ):
                continue
            place = ".".join([file.kind.name, *("*" if isinstance(step, int) else step for step in path)])
            if not re.fullmatch(WORDS[kind], place + "@" * (on == "key")):
                missing.add((place, text))
    assert missing == set()


def test_every_entry_of_a_cell_is_in_the_index(game):
    index, linked = references(game), forces(game)
    named = {(each.where.file.name, each.where.path, each.where.part) for each in index.uses}
    entries = [entry for unit in linked.units() for entry in unit.all_entries()]
    entries += [marker.entry for marker in linked.marker_entries()]
    assert entries
    for entry in entries:
        if entry.turn is not None or (entry.location is not None and not entry.location.edges):
            start, end = entry.where.part
            inside = {
                (entry.where.file.name, entry.where.path, (a, b)) for a in range(start, end) for b in range(a, end + 1)
            }
            whole = (entry.where.file.name, entry.where.path, None)
            assert named & inside or whole in named, entry.where.span


def test_the_characters_of_a_name_are_those_of_the_text(game):
    index, grid = references(game), hex_map(game)
    for use in index.uses:
        span = use.where.span
        line = use.where.file.source.text.splitlines()[span.line - 1]
        written = line[span.column - 1 : span.end_column - 1].strip("\"'")
        if use.target.scope or span.line != span.end_line:
            continue
        if use.target.kind == "hex":
            assert grid.find(written).hex == grid.grid.find(use.target.id), span
        elif use.target.kind in ("clause", "chart", "area", "scenario", "option", "terrain", "quantity", "marker"):
            assert written == use.target.id, span


def test_every_name_has_a_definition(game):
    index = references(game)
    assert [
        use.target for use in index.uses if use.target.kind not in GIVEN and not index.definitions(use.target)
    ] == []
    assert index.definitions(Target("clause", "nowhere")) == []


GIVEN = {"notation", "event", "pool", "predicate"}
"""Kinds whose names are the rule system's: no text defines them."""
IN_EXAMPLES = ("given", "answer")
"""Parts of an example that may say anything: a text there that names nothing is no slip."""
REMOVED = [
    ("place", "Tobruk", "map.yaml", "{name: Tobruk,"),
    ("area", "egypt", "map.yaml", "id: egypt"),
    ("line kind", "track", "map.yaml", "{id: track,"),
    ("place kind", "town", "map.yaml", "{id: town,"),
    ("hexside kind", "ridge", "map.yaml", "{id: ridge,"),
    ("scenario", "crusader", "scenarios/crusader.yaml", "scenario: crusader"),
    ("option", "eighty-eights", "options.yaml", "id: eighty-eights"),
    ("start", "nov41", "time-track.yaml", "{id: nov41,"),
    ("stop", "mar42", "time-track.yaml", "{id: mar42,"),
    ("chart", "combat_results", "charts.yaml", "  combat_results:"),
    ("clause", "3.10", "rulebook.yaml", 'id: "3.10"'),
    ("nationality", "german", "game.yaml", "{id: german,"),
    ("type", "armour", "counters.yaml", "{id: armour,"),
    ("size", "X", "counters.yaml", "{id: X,"),
    ("marker", "supply-axis", "counters.yaml", "{id: supply-axis,"),
]
NO_NAME = re.compile(r"REF001|REF002|RUL004|DR004|CNT\d+|OOB\d+|WGM001|RUL0\d\d|SCN\d+|TIM\d+|SCH006|ERR\d+")


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("kind", "id_", "file", "definition"), REMOVED)
def test_where_a_name_is_gone_each_reference_is_a_finding(desert_rats, kind, id_, file, definition):
    text = (CONTENT / "desert-rats" / file).read_text("utf-8")
    assert text.count(definition) == 1
    whole = desert_rats.load("none")
    uses = {
        (use.file.name, use.path, use.on)
        for use in references(whole).of(Target(kind, id_))
        if (use.file.kind.name != "examples" or use.path[2] not in IN_EXAMPLES) and use.path[0] != "provenance"
        # what belongs elsewhere is a finding there, with the erratum
        if use.path[0] != "errata" or use.path[2] not in ("printed", "corrected")
    }
    assert uses
    before = {(each.code.id, each.span) for each in all_findings(whole)}
    broken = desert_rats.load("none", {file: text.replace(definition, definition.replace(id_, "zzyzx"))})
    spans = {
        each.span
        for each in all_findings(broken)
        if (each.code.id, each.span) not in before and NO_NAME.match(each.code.id)
    }
    told = {
        use for use in uses if any(_covers(Where(broken.read[use[0]], use[1], use[2]).span, span) for span in spans)
    }
    assert uses - told == set()
    nameless = [
        each
        for each in all_findings(broken)
        if each.code.id in ("REF001", "RUL004", "DR004") and f"`{id_}`" in each.message and each.span in spans
    ]
    places = [Where(broken.read[name], path, on).span for name, path, on in uses]
    assert [each for each in nameless if not any(_covers(place, each.span) for place in places)] == []


def _covers(place, span):
    same = place.file == span.file and place.line <= span.line <= place.end_line
    return same and place.column <= span.column <= max(place.end_column, place.column)


SKIRMISH = Path(__file__).parents[1] / "games" / "skirmish"
ALLIED = "orders-of-battle/allied.yaml"
IN_CELLS = [
    ("mar41: G6}", "mar41: Q6}", ("Q6", "hex", None)),
    ('"R4/41, W6/41"', '"R4/41, W641"', ("W641", "hex or date", "did you mean W6/41?")),
    ("dec40+: R2/41,", "dec40+: R13/41,", ("13/41", "turn", None)),
    ("{marker: supply,", "{marker: fort,", ("fort", "marker", None)),
    ("mar41: E8(c3)}\n  - {no: 2", "mar42: E8(c3)}\n  - {no: 2", ("mar42", "column", "did you mean mar41?")),
]


@pytest.mark.parametrize(("old", "new", "unknown"), IN_CELLS)
def test_what_a_cell_names_that_is_not_there_is_found_once(old, new, unknown):
    text = (SKIRMISH / ALLIED).read_text("utf-8")
    assert text.count(old) == 1
    game = Workspace(SKIRMISH).load("none", {ALLIED: text.replace(old, new)})
    (name,) = references(game).unresolved
    assert (name.text, name.wanted, name.hint) == unknown
    assert forces(game).unresolved == []


def test_a_kind_of_marker_is_known_where_the_side_has_one():
    text = (
        (SKIRMISH / "counters.yaml")
        .read_text("utf-8")
        .replace("kind: supply,   side: allied", "kind: supply, side: axis")
    )
    game = Workspace(SKIRMISH).load("none", {"counters.yaml": text})
    (name,) = [name for name in references(game).unresolved if name.where.file.name == ALLIED]
    assert (name.text, name.wanted) == ("supply", "marker")


def test_cells_of_a_document_that_cannot_be_read_name_nothing():
    text = (
        (SKIRMISH / ALLIED).read_text("utf-8").replace("- {no: 4,", "- {no: four,").replace("mar41: G6}", "mar41: Q6}")
    )
    game = Workspace(SKIRMISH).load("none", {ALLIED: text})
    assert game.broken("orders-of-battle")
    assert references(game).unresolved == []


def test_a_name_on_the_map_of_an_example_is_told_once():
    text = (CONTENT / "massawa" / "examples.yaml").read_text("utf-8")
    broken = text.replace(", figure: ", ", fugure: ", 1)
    assert broken != text
    game = Workspace(CONTENT / "massawa").load("none", {"examples.yaml": broken})
    told = [
        each.message for each in all_findings(game) if each.span.file == "examples.yaml" and "fugure" in each.message
    ]
    assert told == ["this game has no sheet `fugure`"]


def test_a_system_that_knows_no_events_leaves_them_open(monkeypatch):
    def unknown() -> list[str]:
        game = Workspace(CONTENT / "massawa").load("none", {"victory.yaml": VICTORY})
        return [each.text for each in references(game).unresolved if each.where.file.name == "victory.yaml"]

    assert unknown() == ["flood"]
    monkeypatch.setattr(Campaign, "reads", lambda _self, _game: Reads())
    assert unknown() == []


VICTORY = "basis: printed\nledger: [{id: one, text: A flood, event: flood, points: 1}]\n"


def test_a_column_whose_start_is_unknown_leaves_no_side_without_units():
    text = (CONTENT / "massawa" / "orders-of-battle" / "empire.yaml").read_text("utf-8")
    broken = text.replace("start: jan41", "start: jan4199", 1)
    assert broken != text
    game = Workspace(CONTENT / "massawa").load("none", {"orders-of-battle/empire.yaml": broken})
    assert [each.message for each in all_findings(game) if each.code.id == "DR010"] == []


def _told(game):
    """Everything that the index says, by name of file and path."""
    index = references(game)
    found = [(use.where.file.name, use.where.path, use.where.on, use.where.part, use.target) for use in index.uses]
    found += [(name.where.file.name, name.where.path, name.where.part, name.text) for name in index.unresolved]
    return found + [(each.where.file.name, each.where.path, each.target) for each in index.defined]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rulebook.yaml", 'id: "8.7"', 'id: "8.77"'),  # errata name it by an address
        ("counters.yaml", "{id: supply-axis,", "{id: supply-zz,"),  # and it in the value that belongs at one
        ("charts.yaml", "  combat_results:", "  combat_zz:"),
        ("map.yaml", "{name: Tobruk,", "{name: Zz,"),
        ("words/en.yaml", "\n", "\n\n"),
    ],
)
def test_what_is_kept_by_file_is_what_reading_all_anew_says(file, old, new):
    folder = CONTENT / "desert-rats"
    space = Workspace(folder)
    _told(space.load("none"))
    text = (folder / file).read_text("utf-8")
    changed = {file: text.replace(old, new, 1)}
    assert changed[file] != text
    assert _told(space.load("none", changed)) == _told(Workspace(folder).load("none", changed))
    assert _told(space.load("none")) == _told(Workspace(folder).load("none"))
