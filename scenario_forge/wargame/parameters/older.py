"""rules.yaml and rulebook.yaml of format 1, where phases and orders of steps stood apart, as they are in format 2."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scenario_forge.source.compose import compose
from scenario_forge.source.edit import EditRefused
from scenario_forge.source.nodes import Mapping
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    from collections.abc import Mapping as MappingOf
    from collections.abc import Sequence

RULES, RULEBOOK = "rules.yaml", "rulebook.yaml"
_RAIDS = ("raids", "captures")
_ENDS = ("empty-boxes", "noted", "victory", "used-supply", "turn-ends")
_PHASES = re.compile(r"^  phases: *\[[^\]\n]*\](?P<comment>[^\n]*)\n", re.MULTILINE)
_ORDER = re.compile(r"^  order: *\[[^\]\n]*\][^\n]*\n", re.MULTILINE)
_ATTACK = re.compile(r"^  attack_at: *\w+[^\n]*\n", re.MULTILINE)
_RESTATES = re.compile(r"^ *restates: *\[[^\]\n]*\][^\n]*\n", re.MULTILINE)


def to_format_2(texts: MappingOf[str, str]) -> dict[str, str]:
    """Those of the two files that are other in format 2; none where they are written in it already.

    Raises:
        EditRefused: they are laid out in another way than a key a line.
    """
    found = {}
    if RULES in texts and (rules := _rules(texts[RULES])) != texts[RULES]:
        found[RULES] = rules
    if RULEBOOK in texts and (book := _rulebook(texts[RULEBOOK])) != texts[RULEBOOK]:
        found[RULEBOOK] = book
    return found


def _rulebook(text: str) -> str:
    """Without references to clauses of another game; addresses of the order of steps lead to the tree."""
    for old in ("sequence.phases", "logistics.order"):
        text = text.replace(f'"{RULES}: {old}"', f'"{RULES}: sequence.turns"')
    return _RESTATES.sub("", text)


def _rules(text: str) -> str:
    """The sequence of play as a tree; what it was made of goes, comments above and below stay."""
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


def _steps(phases: Sequence[str], order: Sequence[str], army: Any) -> list[str]:  # noqa: ANN401 - data of the file
    last = bool(army) and army.get("attack_at") == "logistics_end"
    raids = _RAIDS if army else ()
    operations = ("operations", "supply-moves", *(() if last else raids), "operations-end", "noted")
    logistics = [step.replace("_", "-") for step in order]
    if "replacements" in logistics:
        logistics.insert(logistics.index("replacements"), "replacements-come")
    by_phase = {"operations": operations, "logistics": (*logistics, *(raids if last else ()))}
    return ["general-supply", *(step for phase in phases for step in by_phase[phase]), *_ENDS]
