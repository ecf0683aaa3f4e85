"""Migration of rules.yaml and rulebook.yaml of older games: separate phases and orders of steps, removed keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, get_args

from scenario_forge.documents.base import Model, as_yaml, is_settled
from scenario_forge.source.compose import compose
from scenario_forge.source.edit import without_entry
from scenario_forge.source.nodes import EditRefused, Mapping, Sequence
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as MappingOf
    from collections.abc import Sequence as SequenceOf

    from scenario_forge.source.nodes import Collection, Node

    Path = tuple[str, ...]

RULES, RULEBOOK = "rules.yaml", "rulebook.yaml"
_RAIDS = ("raids", "captures")
_ENDS = ("empty-boxes", "noted", "victory", "used-supply", "turn-ends")
_PHASES = re.compile(r"^  phases: *\[[^\]\n]*\](?P<comment>[^\n]*)\n", re.MULTILINE)
_ORDER = re.compile(r"^  order: *\[[^\]\n]*\][^\n]*\n", re.MULTILINE)
_ATTACK = re.compile(r"^  attack_at: *\w+[^\n]*\n", re.MULTILINE)
_RESTATES = re.compile(r"^ *restates: *\[[^\]\n]*\][^\n]*\n", re.MULTILINE)


def to_format_2(texts: MappingOf[str, str]) -> dict[str, str]:
    """Return those of the two files that differ in format 2; none if they are written in it already.

    Raises:
        EditRefused: they are not laid out as one key a line.
    """
    found = {}
    if RULES in texts and (rules := _rules(texts[RULES])) != texts[RULES]:
        found[RULES] = rules
    if RULEBOOK in texts and (book := _rulebook(texts[RULEBOOK])) != texts[RULEBOOK]:
        found[RULEBOOK] = book
    return found


def _rulebook(text: str) -> str:
    """Return the text without references to clauses of another game, with addresses of steps in the tree."""
    for old in ("sequence.phases", "logistics.order"):
        text = text.replace(f'"{RULES}: {old}"', f'"{RULES}: sequence.turns"')
    return _RESTATES.sub("", text)


def _rules(text: str) -> str:
    """Return the text with the sequence of play as a tree, without its old keys; comments around stay."""
    root, problems = compose(text, RULES)
    data: Any = root.data if isinstance(root, Mapping) and not problems else None
    if data is None:
        raise EditRefused(f"{RULES} cannot be read")
    if "phases" not in (data.get("sequence") or {}):
        return text
    army = data.get("private_army")
    end = newline_of(text)
    plain = text.replace(end, "\n")
    steps = _steps(data["sequence"]["phases"], data["logistics"]["order"], army)
    tree = ["  turns:{comment}", "    - each: sides", "      do:", *(f"        - {step}" for step in steps)]
    made, times = _PHASES.subn(lambda m: "\n".join(tree).format(comment=m["comment"]) + "\n", plain)
    made, orders = _ORDER.subn("", made)
    made, attacks = _ATTACK.subn("", made)
    if (times, orders, attacks) != (1, 1, int(bool(army))):
        raise EditRefused(f"{RULES}: put `phases`, `order` and `attack_at` on a line of its own each")
    made = made.replace("logistics.order", "sequence.turns").replace(", private_army.attack_at]", "]")
    return made.replace("\n", end)


def _steps(phases: SequenceOf[str], order: SequenceOf[str], army: Any) -> list[str]:  # noqa: ANN401 - data of the file
    last = bool(army) and army.get("attack_at") == "logistics_end"
    raids = _RAIDS if army else ()
    operations = ("operations", "supply-moves", *(() if last else raids), "operations-end", "noted")
    logistics = [step.replace("_", "-") for step in order]
    if "replacements" in logistics:
        logistics.insert(logistics.index("replacements"), "replacements-come")
    by_phase = {"operations": operations, "logistics": (*logistics, *(raids if last else ()))}
    return ["general-supply", *(step for phase in phases for step in by_phase[phase]), *_ENDS]


def without_settled(texts: MappingOf[str, str], model: type[Model]) -> dict[str, str]:
    """Return those of the two files that state what every game now plays, without those statements.

    Args:
        texts: the files of a game, by name.
        model: what rules.yaml is read as.

    Raises:
        EditRefused: rules.yaml says otherwise, or one of them cannot be read.
    """
    found, settled = {}, [*_settled(model, ())]
    for name, part in ((RULES, _keys_gone), (RULEBOOK, _addresses_gone)):
        made = texts.get(name, "")
        while (gone := next(part(_root(made, name), settled), None) if made else None) is not None:
            made = without_entry(made, *gone)
        if made and made != texts[name]:
            found[name] = made
    return found


def _settled(model: type[Model], path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield the settled keys by their path, `*` for the keys of a mapping that the game itself names."""
    yield from (((*path, key), value) for key, value in model.gone.items())
    for name, field in model.model_fields.items():
        for kind in (field.annotation, *get_args(field.annotation)):
            if isinstance(kind, type) and issubclass(kind, Model):
                below = (*path, name) if kind is field.annotation or type(None) in get_args(field.annotation) else None
                yield from _settled(kind, below or (*path, name, "*"))


def _root(text: str, name: str) -> Mapping:
    root, problems = compose(text, name)
    if not isinstance(root, Mapping) or problems:
        raise EditRefused(f"{name} cannot be read")
    return root


def _keys_gone(root: Mapping, settled: SequenceOf[tuple[Path, Any]]) -> Iterator[tuple[Collection, int]]:
    """Yield the settled keys in rules.yaml, and their addresses in its provenance."""
    for (*path, key), value in settled:
        for names, owner in _owners(root, path):
            if key in owner.values:
                said = owner.values[key].data
                if not is_settled(said, value):
                    raise EditRefused(
                        f"{RULES} says `{'.'.join((*names, key))}: {as_yaml(said)}`, but it is `{as_yaml(value)}` "
                        "in every game now: take the key out if yours can be played so"
                    )
                yield owner, [*owner.values].index(key)
    yield from _listed(root, "provenance", "at", [path for path, _value in settled], "")


def _addresses_gone(root: Mapping, settled: SequenceOf[tuple[Path, Any]]) -> Iterator[tuple[Collection, int]]:
    """Yield addresses in clauses that name settled keys as what carries them out."""
    yield from _listed(root, "clauses", "data", [path for path, _value in settled], f"{RULES}: ")


def _owners(node: Node, path: SequenceOf[str], names: Path = ()) -> Iterator[tuple[Path, Mapping]]:
    """Yield the mappings to which a path leads, each with its own path."""
    if isinstance(node, Mapping) and not path:
        yield names, node
    elif isinstance(node, Mapping):
        for name, below in node.values.items():
            if path[0] in (name, "*"):
                yield from _owners(below, path[1:], (*names, name))


def _listed(
    root: Mapping, name: str, key: str, paths: SequenceOf[Path], before: str
) -> Iterator[tuple[Collection, int]]:
    """Yield addresses in the list of each row; the whole list if none is left, and a row about nothing else."""
    rows = root.values.get(name)
    for number, row in enumerate(rows.items if isinstance(rows, Sequence) else ()):
        listed = row.values.get(key) if isinstance(row, Mapping) else None
        if not (isinstance(listed, Sequence) and isinstance(row, Mapping) and isinstance(rows, Sequence)):
            continue
        gone = [n for n, item in enumerate(listed.items) if _is_of(str(item.data), paths, before)]
        if len(gone) < len(listed.items):
            yield from ((listed, n) for n in gone)
        elif gone and key != "at":
            yield row, [*row.values].index(key)
        elif gone:
            yield (rows, number) if len(rows.items) > 1 else (root, [*root.values].index(name))


def _is_of(address: str, paths: SequenceOf[Path], before: str) -> bool:
    """Return whether an address leads to a settled key, or into what it held."""
    if not address.startswith(before):
        return False
    steps = address.removeprefix(before).split(".")
    return any(
        len(steps) >= len(path)
        and all("*" in (step, own) or step == own for step, own in zip(steps, path, strict=False))
        for path in paths
    )
