"""Every number of `rules.yaml` counts: another one gives other arrays that play reads, or is refused, or contradicted."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from scenario_forge.campaign.parameters import arrays as compiled
from scenario_forge.campaign.parameters.setup_limits import rules_of
from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.systems.desert_rats.parameters import DesertDocument as RulesDocument

from .table import GAMES

SCENARIO = "dec40-dec42"
SHELF = Path(compiled.__file__).parents[1]
CODE = (SHELF, SHELF.parent / "systems/desert_rats")
WRITERS = {"arrays.py", "checks.py", "parameters.py"}
"""What writes the numbers, and what documents say of them."""
ELSEWHERE = {
    "repair.by_text": "the errata make the text of the rule say what the table says",
    "repair.result.*": "the table holds unless `repair.by_text` says that the text does",
}
"""Numbers whose effect shows only together with another one, with the reason."""
CONTRADICTED = {"fortification.highest_differential.tobruk", "off_map.tripolitania.deemed.points", "supply.movement"}
"""Numbers that other files print as well: which of them is wrong is told."""


@pytest.fixture(scope="module")
def game():
    return load_game(GAMES["desert-rats"], "all")


@cache
def read() -> frozenset[str]:
    """The names of attributes that the code of play reads: fields of rules.yaml, columns of the compiled rules."""
    found = set()
    for path in (path for folder in CODE for path in folder.rglob("*.py") if path.name not in WRITERS):
        if path.parent.name != "parameters":
            tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            found |= {node.attr for node in tree if isinstance(node, ast.Attribute)}
    return frozenset(found)


def counts(name: str) -> bool:
    """Whether play reads an array."""
    return name.replace(".", "_") in read() or name.rpartition(".")[2] in read()


def asked_for(path: tuple[str | int, ...]) -> bool:
    """Whether play reads a number of rules.yaml by its own name, or the table that it stands in."""
    fields = [key for key in path if isinstance(key, str)]
    return fields[-1] in read() or (len(fields) > MODEL and fields[-2] in read())


MODEL = 2
"""A section and its key; what stands deeper is a row of a table."""


def values(node: Any, path: tuple[str | int, ...] = ()):
    """Every number, truth, die and choice among words, with its path."""
    if isinstance(node, dict):
        for key, inner in node.items():
            yield from values(inner, (*path, key))
    elif isinstance(node, str):
        if path[-1] in CHOICES or re.fullmatch(r"\d+d\d+", node):
            yield path, node
    elif isinstance(node, bool | int | float) or path in {("logistics", "order"), ("sequence", "phases")}:
        yield path, node


def choices(model: type) -> dict[str, list[str]]:
    """The words of which a field takes one, by the name of the field."""
    found = {}
    for name, field in model.model_fields.items():
        kinds = [field.annotation, *get_args(field.annotation)]
        found |= {k: v for kind in kinds if hasattr(kind, "model_fields") for k, v in choices(kind).items()}
        words = [word for word in get_args(field.annotation) if isinstance(word, str)]
        found |= {name: words} if words else {}
    return found


CHOICES = choices(RulesDocument)


def others(path: tuple[str | int, ...], old: Any) -> list[Any]:
    if isinstance(old, bool):
        return [not old]
    if isinstance(old, int):
        return [old + 1, old - 1]
    if isinstance(old, float):
        return [old / 2]
    if isinstance(old, list):
        return [old[::-1]]
    if path[-1] in CHOICES:
        return [word for word in CHOICES[path[-1]] if word != old]
    return [f"{old}0"]


def dotted(path: tuple[str | int, ...]) -> str:
    return ".".join(map(str, path))


def with_(document: RulesDocument, path: tuple[str | int, ...], value: Any) -> RulesDocument | None:
    """The rules with another value; None where that is refused."""
    data = document.model_dump()
    node: Any = data
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    try:
        return RulesDocument.model_validate(data)
    except ValidationError:
        return None


def test_another_number_gives_other_arrays_that_play_reads_or_is_refused(game, monkeypatch):
    rules = rules_of(game)
    before = compiled.arrays(game, SCENARIO, game.system)
    found = [(path, old) for path, old in values(rules.model_dump(exclude={"provenance", "basis", "control"}))]
    assert len(found) >= 80
    idle, asked = {}, set()
    for path, old in found:
        for new in others(path, old):
            changed = with_(rules, path, new)
            if changed is None:
                continue
            monkeypatch.setattr(compiled, "rules_of", lambda _game, changed=changed: changed)
            after = compiled.arrays(game, SCENARIO, game.system)
            differing = {name for name in after.keys() | before.keys() if before.get(name) != after.get(name)}
            if not any(map(counts, differing)):
                idle.setdefault(dotted(path), []).append(new)
                asked |= {dotted(path)} if asked_for(path) else set()
    excepted = [re.compile(re.escape(pattern).replace(r"\*", r"\w+")) for pattern in ELSEWHERE]
    assert {
        name: new
        for name, new in idle.items()
        if not any(p.fullmatch(name) for p in excepted) and name not in CONTRADICTED | asked
    } == {}
    assert all(any(p.fullmatch(name) for name in idle) for p in excepted), "an exception that is none"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", sorted(CONTRADICTED))
def test_what_another_file_prints_as_well_is_contradicted(game, name):
    folder = GAMES["desert-rats"]
    text = (folder / "rules.yaml").read_text(encoding="utf-8")
    key = name.rsplit(".", 1)[1]
    wrong, times = re.subn(rf"(?m)(?<=[\s{{,]){key}: (\d+)", lambda m: f"{key}: {int(m[1]) + 1}", text, count=1)
    assert times == 1
    found = {finding.message for finding in check(load_game(folder, "all", {"rules.yaml": wrong}))}
    assert found - {finding.message for finding in check(game)}, "told where it stands, as what it rests on deserves"
