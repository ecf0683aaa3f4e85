"""What rules.yaml lets a game choose is chosen differently by two games; what none chooses any more is said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

import pytest
import yaml

from scenario_forge import check, load_game
from scenario_forge.campaign.parameters.document import RulesDocument
from scenario_forge.documents.base import Model
from tests.as_printed import copy_as_printed

ROOT = Path(__file__).parents[2]
GAMES = [ROOT / "content/desert-rats", ROOT / "content/massawa", ROOT / "tests/games/skirmish"]
NOT_RULES = {"basis", "provenance", "sequence"}
"""Keys that are no parameters of rules."""
EXCEPTED: dict[str, str] = {}
"""Switches that may have one value in every game, each with the reason."""


def kinds(annotation):
    """An annotation and what is in it, such as the model in a mapping of models."""
    inner = get_args(annotation) if get_origin(annotation) is not Literal else ()
    return [annotation, *(kind for each in inner for kind in kinds(each))]


def switches(model, path=()):
    """The path of every yes or no and every choice of words, `*` for names that a game gives."""
    for name, field in model.model_fields.items():
        if path or name not in NOT_RULES:
            star = get_origin(field.annotation) not in (None, Annotated, Literal, Union, UnionType)
            below = (*path, name, "*") if star else (*path, name)
            for kind in kinds(field.annotation):
                if kind is bool or get_origin(kind) is Literal:
                    yield below
                elif isinstance(kind, type) and issubclass(kind, Model):
                    yield from switches(kind, below)


def at(data, path):
    """What stands in a game's data there."""
    if not path:
        yield data
    elif isinstance(data, Mapping):
        for name in data if path[0] == "*" else [path[0]]:
            if name in data:
                yield from at(data[name], path[1:])


def unthrown(model, games):
    """Switches that no two of the games set differently."""
    found = {path: {value for game in games for value in at(game, path)} for path in switches(model)}
    return {".".join(path): values for path, values in found.items() if len(values) < 2}


def settings():
    """rules.yaml of every game, and as each option, variant and scenario changes it."""
    for folder in GAMES:
        rules = yaml.safe_load((folder / "rules.yaml").read_text("utf-8"))
        yield rules
        for file in (folder / "options.yaml", *(folder / "scenarios").glob("*.yaml")):
            for change in changes(yaml.safe_load(file.read_text("utf-8"))):
                steps = change["at"].removeprefix("rules.").split(".")
                if change["at"].startswith("rules."):
                    made = change["value"]
                    for step in reversed(steps):
                        made = {step: made}
                    yield made


def changes(data):
    if isinstance(data, Mapping):
        yield from (each for each in data.get("changes", ()) if isinstance(each, Mapping) and "at" in each)
        data = list(data.values())
    for below in data if isinstance(data, list) else ():
        yield from changes(below)


def test_every_switch_is_thrown_by_some_game():
    """One that is not is no choice: let its value be the code, and name it under `gone` of its model."""
    found = unthrown(RulesDocument, list(settings()))
    assert found.keys() == EXCEPTED.keys(), found
    assert len(list(switches(RulesDocument))) > len(EXCEPTED)


def test_a_switch_that_no_game_throws_is_found_wherever_it_stands():
    class Box(Model):
        open: bool
        limit: int
        edge: Literal["north", "south"] | None = None

    class Rules(Model):
        boxes: dict[str, Box]
        into: dict[str, bool]
        fast: Annotated[bool, "thrown"]

    one = {"boxes": {"a": {"open": True, "limit": 1, "edge": "north"}}, "into": {"town": True}, "fast": True}
    other = {"boxes": {"b": {"open": True, "limit": 2}}, "into": {"town": True}, "fast": False}
    assert set(unthrown(Rules, [one, other])) == {"boxes.*.open", "boxes.*.edge", "into.*"}
    other["boxes"]["b"] |= {"open": False, "edge": "south"}
    assert set(unthrown(Rules, [one, other])) == {"into.*"}


# -- what has gone ------------------------------------------------------------------------------------


def gone(model, path=()):
    """Every key that has gone, with the value that is played."""
    yield from (((*path, key), value) for key, value in model.gone.items())
    for name, field in model.model_fields.items():
        for kind in kinds(field.annotation):
            if isinstance(kind, type) and issubclass(kind, Model):
                yield from gone(kind, (*path, name) if kind is field.annotation else (*path, name, "suakin"))


GONE = list(gone(RulesDocument))


@pytest.fixture
def copy(tmp_path):
    return copy_as_printed("massawa", tmp_path / "massawa")


def saying(folder, path, value):
    """The game with a key more, behind the name of its part."""
    file = folder / "rules.yaml"
    text, end = file.read_text("utf-8"), 0
    for depth, name in enumerate(path[:-1]):
        end = re.compile(rf"^{'  ' * depth}{name}:[^\n]*\n", re.MULTILINE).search(text, end).end()
    said = yaml.safe_dump(value, default_flow_style=True).splitlines()[0]
    file.write_text(f"{text[:end]}{'  ' * (len(path) - 1)}{path[-1]}: {said}\n{text[end:]}", "utf-8")


def other(value):
    if isinstance(value, Mapping):
        return {key: other(inner) for key, inner in value.items()}
    return not value if isinstance(value, bool) else "always"


@pytest.mark.parametrize(("path", "value"), GONE, ids=[".".join(path) for path, _value in GONE])
def test_a_key_that_has_gone_is_named_with_what_is_played(copy, path, value):
    saying(copy, path, value)
    [found] = [each for each in load_game(copy).problems if each.code.id == "SCH007"]
    assert f"`{path[-1]}`" in found.message
    assert "forge migrate" in (found.help or "")
    saying(copy, path, other(value))
    text = (copy / "rules.yaml").read_text("utf-8").splitlines()
    text.remove(text[found.span.line])  # the one that says what is played
    (copy / "rules.yaml").write_text("\n".join(text) + "\n", "utf-8")
    [found] = [each for each in load_game(copy).problems if each.code.id == "SCH007"]
    assert "take " in (found.help or "")
    assert any("this game says" in note for note in found.notes)


@pytest.mark.parametrize(
    ("key", "says"), [("strategic", "can no longer be set"), ("strategicly", "no key `strategicly`")]
)
def test_an_option_that_throws_such_a_switch_or_none_is_told_so(copy, key, says):
    options = copy / "options.yaml"
    text = options.read_text("utf-8")
    assert "      - {at: " in text
    options.write_text(text.replace("changes:\n", f"changes:\n      - {{at: rules.supply.{key}, value: true}}\n", 1))
    [found] = check(load_game(copy))
    assert says in found.message
    assert found.span.file == "options.yaml"


def test_a_clause_that_states_otherwise_contradicts_what_is_played(copy):
    book = copy / "rulebook.yaml"
    text = book.read_text("utf-8")
    before = [each.code.id for each in check(load_game(copy))]
    assert text.count("supply.strategic: false") == text.count("zones.out_of.box: true") == 1
    text = text.replace("supply.strategic: false", "supply.strategic: true")
    book.write_text(text.replace("zones.out_of.box: true", "zones.out_of.box: false"), "utf-8")
    found = [each for each in check(load_game(copy)) if each.code.id == "RUL001"]
    assert before.count("RUL001") == 0
    assert [each.message for each in found if "the rule system gives" in each.message] == [
        each.message for each in found
    ]
    assert len(found) == 2
