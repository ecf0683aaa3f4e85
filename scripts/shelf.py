"""Write the page of the rule modules, docs/shelf.md: their keys, steps, rules, and the games that use them.

What each key means comes from the model of the key, what each rule says from the module, with a game of `content/` that
uses it; the head of the page from `scripts/shelf.md`.
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scenario_forge.api.sentences import rule_texts
from scenario_forge.documents.kinds import Kind, schemas
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.shelf.document import WargameRules
from scenario_forge.wargame.shelf.shelf import shelf
from scenario_forge.wargame.shelf.system import WargameSystem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.game import Game

ROOT = Path(__file__).parents[1]
ELSEWHERE = {"Condition": "condition of victory.yaml"}
"""By model that another document has too: what a parameter of it is called, whose own keys are not listed here."""


def games(folder: Path) -> list[Game]:
    """Return the games of a folder whose rules are modules."""
    found = [load_game(path.parent) for path in sorted(folder.glob("*/game.yaml"))]
    return [game for game in found if isinstance(game.system, WargameSystem)]


def page() -> str:
    """Return the whole page."""
    content = games(ROOT / "content")
    schema = json.loads(schemas((Kind("rules", WargameRules),))["rules.schema.json"])
    lines = [(ROOT / "scripts/shelf.md").read_text("utf-8").rstrip("\n"), "", "| Key | What it is about | Games |"]
    lines.append("|---|---|---|")
    lines += [f"| [`{kind.key}`](#{kind.key}) | {about(kind)} | {users(kind, content)} |" for kind in shelf()]
    for kind in shelf():
        lines += ["", *section(kind, schema, content)]
    lines += ["", *victory(content)]
    return "\n".join(lines) + "\n"


def about(kind: type[Module[Any]]) -> str:
    """Return what a module is about: the first words of its file or folder, that of the class with its key."""
    home = next(each for each in reversed(kind.__mro__) if "key" in vars(each))
    package = sys.modules[home.__module__.rpartition(".")[0]]
    text = inspect.getdoc(sys.modules[home.__module__] if package.__name__.endswith(".modules") else package) or ""
    return text.partition("\n")[0].removesuffix(".")


def using(kind: type[Module[Any]], found: list[Game]) -> list[Game]:
    """Return the games that have chosen a module."""
    return [game for game in found if kind.key in {each.key for each, _given in game.system.chosen(game)}]


def users(kind: type[Module[Any]], content: list[Game]) -> str:
    """Return the games that have chosen a module, in words."""
    names = [f"*{game.title}*" for game in using(kind, content)]
    return ", ".join(names) + ", *one user*" * (len(names) == 1) if names else "none"


def section(kind: type[Module[Any]], schema: dict[str, Any], content: list[Game]) -> Iterator[str]:
    """Yield what there is to know of one module."""
    yield f"## `{kind.key}`"
    yield ""
    yield f"{about(kind)}. Games: {users(kind, content)}."
    yield ""
    yield from parameters(schema["properties"][kind.key], schema["$defs"])
    yield ""
    yield from facts(kind)
    examples = using(kind, content)
    if not examples:
        return
    yield ""
    yield from rules_of(examples[0], kind.key)


def victory(found: list[Game]) -> Iterator[str]:
    """Yield the rules of victory.yaml that modules carry out."""
    yield "## victory.yaml"
    yield ""
    yield "Sudden victories, and levels by losses or by a ratio, need no key: `victory.yaml` alone says what they are."
    yield ""
    example = next(game for game in found if any(text.key == "victory" for text in rule_texts(game)))
    yield from rules_of(example, "victory")


def rules_of(game: Game, key: str) -> Iterator[str]:
    """Yield a table of the rules of a key, as a game says them."""
    yield f"| Rule | What it says in *{game.title}* |"
    yield "|---|---|"
    for text in rule_texts(game):
        if text.key == key:
            said = " ".join(text.sentences).replace("|", "\\|")
            yield f"| `{text.rule}` | {said} |"


def facts(kind: type[Module[Any]]) -> Iterator[str]:
    """Yield lines on needs, steps, state, and code."""
    if kind.needs:
        yield f"- Needs: {codes(kind.needs)}"
    outer = [step for step in kind.steps if step not in kind.inner]
    if outer:
        inner = f"; they lead to {codes(kind.inner)}" if kind.inner else ""
        yield f"- Steps for `sequence`: {codes(outer)}{inner}"
    elif kind.inner:
        yield f"- Steps, to which others lead: {codes(kind.inner)}"
    yield from state(kind)
    if kind.reaction is not Module.reaction:
        yield "- Reacts to events of other modules"
    own = [each for each in reversed(kind.__mro__) if ".wargame.modules." in each.__module__]
    files = [Path(inspect.getfile(each)).relative_to(ROOT) for each in own]
    places = dict.fromkeys(path.parent if path.parent.name != "modules" else path for path in files)
    yield "- Code: " + ", ".join(f"[{path.relative_to('scenario_forge')}](../{path})" for path in places)


def state(kind: type[Module[Any]]) -> Iterator[str]:
    """Yield the columns of state, which may depend on the key."""
    told = inspect.getdoc(kind.columns_of) or ""
    if kind.columns_of.__func__ is not Module.columns_of.__func__:
        yield f"- State: {told.partition(':')[2].strip().removesuffix('.')}"
    elif kind.columns:
        yield f"- State: {codes(f'{table}.{name}' for table, names in kind.columns.items() for name in names.split())}"


def codes(names: Any) -> str:  # noqa: ANN401 - any texts
    """Return names in small print."""
    return ", ".join(f"`{name}`" for name in names)


# -- parameters ------------------------------------------------------------------------------------


def parameters(key: dict[str, Any], models: dict[str, Any]) -> Iterator[str]:
    """Yield the table of a key's parameters, those of models within it below them."""
    rows = [*rows_of(key, models, "", set())]
    if not rows:
        choices = [each for each in key.get("anyOf", (key,)) if each.get("type") != "null" and "$ref" not in each]
        values = values_of(key) if choices else ""
        meaning = " ".join(key.get("description", "").split())
        yield f"The key is a {values}. {meaning}".strip() if values else "It has no parameters: `{}`."
        return
    yield "| Parameter | Values | Meaning |"
    yield "|---|---|---|"
    yield from rows


def rows_of(value: dict[str, Any], models: dict[str, Any], path: str, seen: set[str]) -> Iterator[str]:
    """Yield a row for each key of the models that a value may hold, with its path; a model is shown once."""
    for model, mark in models_in(value):
        if model in seen:
            continue
        seen.add(model)
        for name, field in models[model].get("properties", {}).items():
            at = f"{path}{mark}.{name}".removeprefix(".")
            meaning = " ".join(field.get("description", "").split()).replace("|", "\\|")
            again = any(inner in seen for inner, _mark in models_in(field))
            values = "as above" if again else values_of(field)
            default = "" if name in models[model].get("required", ()) else default_of(field)
            yield f"| `{at}` | {values}{default} | {meaning} |"
            yield from rows_of(field, models, at, seen)


def models_in(value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the models that a value may hold, with `[]` for an item of a list and `.*` for one of a mapping."""
    model = value.get("$ref", "").rpartition("/")[2]
    if model and model not in ELSEWHERE:
        yield model, ""
    for each in value.get("anyOf", ()):
        yield from models_in(each)
    if isinstance(value.get("items"), dict):
        yield from ((model, "[]" + mark) for model, mark in models_in(value["items"]))
    if (inner := mapped(value)) is not None:
        yield from ((model, ".*" + mark) for model, mark in models_in(inner))


def mapped(value: dict[str, Any]) -> dict[str, Any] | None:
    """Return what the values of a mapping may be; None for what is none, or may hold anything."""
    inner = next(iter(value.get("patternProperties", {}).values()), value.get("additionalProperties"))
    return inner if isinstance(inner, dict) else None


def values_of(field: dict[str, Any]) -> str:
    """Return what a parameter may be."""
    if (elsewhere := ELSEWHERE.get(field.get("$ref", "").rpartition("/")[2])) is not None:
        return elsewhere
    if "not" in field.get("properties", ()):  # a selector
        return "units"
    if "enum" in field or "const" in field:
        return codes(field.get("enum", [field.get("const")]))
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(values_of(each) for each in field["anyOf"] if each.get("type") != "null"))
    if field.get("type") == "array":
        return f"list: {values_of(field['items'])}"
    if "x-names" in field:
        return {"number": "value of counters"}.get(field["x-names"], field["x-names"])
    if field.get("type") == "object":
        inner = mapped(field)
        return f"mapping: {values_of(inner)}" if inner is not None else "units"
    return {"integer": "number", "boolean": "`true`, `false`", "string": "text"}.get(
        field.get("type", ""), "keys below"
    )


def default_of(field: dict[str, Any]) -> str:
    """Return the default of a parameter where it says something."""
    default = field.get("default")
    if default is None or default in ({}, []) or isinstance(default, dict):
        return "; optional"
    return f"; default `{json.dumps(default).strip(chr(34))}`"


if __name__ == "__main__":
    (ROOT / "docs/shelf.md").write_text(page(), encoding="utf-8")
