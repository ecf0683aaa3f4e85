"""Every name that a game defines gets another one: nothing refuses it, nothing has the old one left, and it plays.

All names of a kind are renamed at once, one kind after another, into one game, which is compared with the first one.
What keeps its name, as docs/language-server.md says: rules, clauses, examples, errata, quantities and what printed
text has the number of (`NUMBERED`); and rows and columns of charts that are numbers, since those are no names.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.checks.run import check
from scenario_forge.compiler.arrays import TABLES
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.game.reading.folder import read_folder
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import references
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.tables import tables
from scenario_forge.language.renaming import NUMBERED, Rename, edited, new_homes, renamed_together
from scenario_forge.source.nodes import EditRefused

ROOT = Path(__file__).parents[2]
SHORT = ("tests/games/skirmish",)
LONG = tuple(
    f"content/{name}"
    for name in ("desert-rats", "knights-of-the-desert", "massawa", "rats-of-tobruk", "western-desert")
)
OF_CAMPAIGN = {
    "type": {"supply"},  # the kind of unit that supply units and their orders are of
    "place kind": {"fortification", "port", "supply-centre", "town"},  # what each of them does is a rule
}
REFUSED: dict[str, dict[str, set[str]]] = {
    "tests/games/skirmish": OF_CAMPAIGN | {"option": {"eighty-eights"}},  # an optional rule is code
    "content/western-desert": {
        "group of units": {"infantry", "twice"},
        "figure of rules.yaml": {"airstrike", "flank", "twice"},
    },
    "content/rats-of-tobruk": {
        "side": {"allied", "axis"},
        "hexside kind": {"ditch"},
        "place kind": {"bunker"},
        "group of units": {"automatic", "direct", "engineer", "german", "leg", "reversed", "tracked", "wheeled"},
        "figure of rules.yaml": {"direct", "rebuilt", "replacement", "wire"},
        "track word": {"night"},
    },
    "content/massawa": OF_CAMPAIGN
    | {
        "modifier": {"armour_against_fortification", "unsupplied_defender"},  # each applies when its rule says so
        "option": {"mechanised-retreat"},
    },
    "content/desert-rats": OF_CAMPAIGN
    | {
        "modifier": {"armour_against_fortification", "eighty_eights", "unsupplied_defender"},
        "option": {"concealed-movement", "eighty-eights", "mechanised-retreat", "white-knees"},
    },
    "content/knights-of-the-desert": {
        # no plain figures: costs and modifiers by terrain, a formula, the ranges of supply
        "chart": {"combat_loss", "movement_cost_iv_c", "supply_range", "terrain_modifier_iv_d"},
        "type": {"depot"},  # links in chains of supply
        "place kind": {"fortress"},  # the one hex that is held, besieged and supplied in a way of its own
        "group of units": {"depot", "garrison", "mobile"},
        "option": {"random-initiative", "solitaire"},
    },
}
"""By game and kind: names that its system's code asks for, so that nothing can be called otherwise."""
BY_PATTERN = {"content/rats-of-tobruk": {("type", "hq"), ("type", "hq-eng")}}
"""Names that a pattern of rules.yaml selects, `hq*`, and that another name would not be."""
LEFT: dict[str, list[tuple[str, str, int, str]]] = {
    "content/desert-rats": [
        ("RUL020", "options.yaml", 1, "running text: `unit 31`"),
        ("VIC011", "victory.yaml", 1, "running text: `Libya`"),
    ],
    "content/western-desert": [
        ("RUL006", "rulebook.yaml", 2, "running text has the terms in other forms"),
        ("RUL021", "rulebook.yaml", 1, "running text: `portee`"),
        ("RUL024", "rulebook.yaml", 1, "running text: a form of `attach`"),
    ],
}
"""By game: code, file and number of findings that are there once all is renamed, and why."""


class Renamed(NamedTuple):
    """A game in which all names are new, and what could not be renamed."""

    before: object
    game: object
    asked: Counter
    refused: dict
    homes: dict
    old: list


def is_number(reference):
    """Whether a row or column of a chart is headed by a number, a range, odds or the like."""
    number = re.match(r"[-+−<>≤≥]?\d", reference.text) or not re.search(r"[A-Za-z]{2}", reference.text)
    return reference.kind in ("chart row", "chart column") and bool(number)


def names_of_kind(game, kind):
    """Every name of a kind, where it is defined first; of a place its name, since its id may stay."""
    seen = {}
    for reference in references(game).defined:
        id_of_place = kind == "place" and reference.where.path[-1] != "name"
        if reference.kind == kind and not id_of_place and not is_number(reference):
            seen.setdefault(heading(game, reference) if kind.startswith("chart ") else reference.target, reference)
    return list(seen.values())


def heading(game, reference):
    """What rows and columns of charts have in common that have one name: the ground, or the table printed twice."""
    (document, _where) = game.one("map", MapDocument)
    kinds = (*document.terrain, *document.line_kinds, *document.hexside_kinds, *document.place_kinds)
    chart = tables(game).charts[reference.target.scope].chart.copy_of or reference.target.scope
    return reference.text if reference.text in {kind.name for kind in kinds} else (chart, reference.target.id)


def rename_all(folder):
    """Rename all names of a game, kind by kind."""
    before = game = Workspace(folder).load("none")
    asked, refused, homes, old = Counter(), {}, {}, []
    kinds = dict.fromkeys(each.kind for each in references(game).defined)
    number = 0
    for kind in kinds:
        if kind in NUMBERED:
            continue
        names = names_of_kind(game, kind)
        asked[kind] += len(names)
        waiting = [list(range(len(names)))]
        while waiting:
            numbers = waiting.pop()
            listed = names_of_kind(game, kind)
            some = [Rename(listed[n], new_name(listed[n], number + n)) for n in numbers]
            try:
                edits = renamed_together(game, some, with_files=True)
            except EditRefused as why:
                if len(numbers) == 1:
                    refused[kind, some[0].reference.text] = str(why)
                else:
                    waiting += [numbers[len(numbers) // 2 :], numbers[: len(numbers) // 2]]
                continue
            homes |= (moved := new_homes(game, some))
            game = edited(game, edits, moved)
            old += [(each.reference.target, each.reference.text) for each in some]
        number += len(names)
    return Renamed(before, game, asked, refused, homes, old)


def new_name(reference, number):
    """A name that nothing has: of units a number, of places one in other letters, of others what they may have.

    A row or column keeps the numbers in its heading, which play may read.
    """
    if reference.kind == "unit":
        return str(5000 + int(reference.text))
    if reference.kind == "unit name":
        return f"{reference.text} {number}/5 Ind"
    if reference.kind == "place" and not reference.target.scope:
        return f"Тобрук {number}"
    figures = re.findall(r"\d+", reference.text) if reference.kind.startswith("chart ") else ()
    return " ".join((f"zz{letters(number)}" if figures else f"zz{number}", *figures))


def letters(number):
    """A number in letters."""
    return f"{number:04}".translate(str.maketrans("0123456789", "abcdefghij"))


def new_findings(done):
    """What is found by code and file that was not found before."""
    before = Counter((each.code.id, done.homes.get(each.span.file, each.span.file)) for each in check(done.before))
    after = Counter((each.code.id, each.span.file) for each in check(done.game))
    return after - before


def uses_left(done):
    """Where an old name is written still, and means what it meant."""
    index, left = references(done.game), []
    for target, text in done.old:
        places = [*index.of(target), *index.definitions(target)] if target.scope == "" else ()
        left += [where for where in places if str(where.path[-1] if where.on == "key" else where.data) == text]
    return left


@pytest.fixture(scope="module", params=[*SHORT, *(pytest.param(game, marks=pytest.mark.long) for game in LONG)])
def done(request):
    """A game and what it is once all is renamed."""
    return request.param, rename_all(ROOT / request.param)


def test_no_rename_to_a_free_name_is_refused(done):
    folder, names = done
    assert sum(names.asked.values()) > 50
    asked_for = {(kind, name) for kind, several in REFUSED[folder].items() for name in several}
    assert set(names.refused) == asked_for | BY_PATTERN.get(folder, set())


def test_no_use_of_an_old_name_is_left(done):
    _folder, names = done
    assert uses_left(names) == []


def test_nothing_new_is_found(done):
    folder, names = done
    assert new_findings(names) == {(code, file): count for code, file, count, _why in LEFT.get(folder, ())}


def test_the_renamed_game_is_compiled_to_the_same_and_plays(done):
    _folder, names = done
    before, game = (as_usual(each) for each in (names.before, names.game))
    for one, other in zip(scenarios(before).scenarios, scenarios(game).scenarios, strict=True):
        assert numbers_of(game, other) == numbers_of(before, one), f"{one}, now {other}"
    assert play_of_last(game) in ("over", "stopped")


def test_a_name_that_code_asks_for_is_in_its_code(done):
    folder, names = done
    for kind, name in set(names.refused) - BY_PATTERN.get(folder, set()):
        assert name in names.before.system.reads(names.before).by_name[kind], f"{folder}: {kind} {name}"
    written = set(texts_in_code(names.before.system))
    for kind, asked in names.before.system.reads(names.before).by_name.items():
        assert not [name for name in asked if name not in written], kind


def as_usual(game):
    """A game with the errata that its game.yaml asks for."""
    texts = dict.fromkeys(read_folder(game.folder, {}).files)
    return Workspace.after(game).load(None, texts | {name: file.source.text for name, file in game.read.items()})


def numbers_of(game, scenario):
    """What a scenario is compiled to, without names and the numbers of units; arrays of rules in any order."""
    compiled = compile_scenario(game, scenario)
    tables = {name: getattr(compiled, name).to_data() for name in TABLES if name != "units"}
    units = {key: value for key, value in compiled.units.to_data().items() if key != "no"}
    return tables, units, sorted(values.tolist() for values in compiled.rules.values())


def play_of_last(game):
    """Begin every scenario, play the last one for some decisions, and return how it ended."""
    for scenario in scenarios(game).scenarios:
        prepared = prepare(game, scenario)
    decisions = iter(range(40))
    order = PlayOrder(
        players=dict.fromkeys(prepared.sides, "idle"), seen=lambda _match: next(decisions, None) is not None
    )
    return play_scenario(prepared, order).ending.ended


def texts_in_code(system):
    """All texts in the modules of a system and of its base classes."""
    for package in system.packages:
        module = importlib.import_module(package)
        folder = Path(module.__file__).parent
        for path in folder.rglob("*.py") if hasattr(module, "__path__") else folder.glob(f"{package}.py"):
            yield from (
                node.value.removeprefix("group.").removeprefix("face.").removeprefix("track.")
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            )
