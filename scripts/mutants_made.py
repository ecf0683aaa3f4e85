"""What mutants change: code by its neutral result, values of the content by others of their kind."""

# ruff: noqa: ANN401
from __future__ import annotations

import gc
import re
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mutants_neutral import NEUTRAL
from rulebooks import CONTENT, GAME, clauses_by_rule

from scenario_forge.campaign.rules import Rules
from scenario_forge.game.knowledge.clauses import all_clauses, data_of
from scenario_forge.game.place import Where, parse_address, resolve
from scenario_forge.game.reading.workspace import Workspace, load_game
from scenario_forge.game.rule_marks import rules_of, underlying_function
from scenario_forge.wargame.base.numbers import Numbers
from scenario_forge.wargame.board.board import Board

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

WORDS = {
    "true": "false", "false": "true", "allied": "axis", "axis": "allied", "U": "1", "game_turn": "player_turn",
    "all_full": "never", "south": "north", "ordinary": "none", "x": "xx", "iii": "xx", "Cairo": "Tobruk",
    "Alexandria": "Cairo", "dec40": "mar41", "nov41": "dec40", "mar41": "dec40", "mar42": "dec42", "sep41": "mar42",
    "dec42": "mar42", "unit": "attack", "egypt": "libya", "coast-road": "track", "private-army": "supply",
}  # fmt: skip


ALIKE = {"rules.yaml: combat.unsupplied_attacker_retreat"}
"""Values whose next one changes nothing: of a loss of 4 with 2 at least in strength no more than 2 can be retreat."""


@dataclass
class Mutant:
    """One change, what it is about, and what became of it by clause."""

    name: str
    clauses: list[str]
    change: Callable[[], None]
    code: bool
    fate: dict[str, str] = field(default_factory=dict)
    key: str = ""
    """Of a condition mutant: file, function, line and change, the same wherever the line moves to."""
    same: str = ""
    """Why no test can tell it from the original."""
    killer: str = ""


def code_mutants(game: str = GAME) -> Iterator[Mutant]:
    """A mutant for each neutral result of code that carries out rules of a game."""
    bound = clauses_by_rule(game)
    for neutral in NEUTRAL:
        module, _, name = neutral.address.partition(":")
        function: Any = import_module(f"scenario_forge.{module}")
        for part in name.split("."):
            function = vars(function)[part]
        rules = neutral.rules or rules_of(underlying_function(function))
        clauses = dict.fromkeys(clause for rule in rules for clause in bound.get(rule, ()))
        change = partial(neutralise, underlying_function(function), neutral.result)
        if clauses:
            yield Mutant(f"{neutral.address} → {_shown(neutral.result)}", list(clauses), change, code=True)


def _shown(neutral: object) -> str:
    return (
        f"its neutral function, line {neutral.__code__.co_firstlineno}"
        if callable(neutral) and hasattr(neutral, "__code__")
        else repr(neutral)
    )


def neutralise(function: Any, neutral: Any) -> None:
    """Put the neutral result in the place of a function's body, for whoever has the function already."""
    result = neutral if callable(neutral) and not isinstance(neutral, type) else None
    if isinstance(neutral, type):
        result = neutral
    if result is None:

        def result(*_args: Any, **_named: Any) -> Any:
            return list(neutral) if isinstance(neutral, list) else neutral

    def body(*args: Any, **named: Any) -> Any:
        chosen: Any = "RESULT"
        return chosen(*args, **named)

    code = body.__code__
    function.__code__ = code.replace(
        co_consts=tuple(result if const == "RESULT" else const for const in code.co_consts),
        co_freevars=function.__code__.co_freevars,
    )
    remake(all_rules())


def all_rules() -> list[Any]:
    """The rules that are compiled already."""
    return [found for found in gc.get_objects() if issubclass(type(found), Rules | Numbers)]


def remake(known: Iterable[Any]) -> None:
    """Have rules forget what they have worked out."""
    for rules in known:
        given = [rules.compiled]
        if isinstance(rules, Board):
            given.append([type(module) for module in rules.modules.values()])
        vars(rules).clear()
        rules.__init__(*given)


def data_mutants(name: str = GAME) -> Iterator[Mutant]:
    """A mutant for each value that a clause leads to and that can be changed to another of its kind."""
    game = load_game(CONTENT / name, "all")
    found: dict[tuple[str, str], Mutant] = {}
    for clause, _where in all_clauses(game):
        if not clause.executable:
            continue
        places = [(datum.address, datum.where) for datum in data_of(game, clause)]
        for address in clause.data:
            name, _, path = address.partition(": ")
            places += [(address, Where(game.files[name], resolve(game.files[name].root, parse_address(path))[0]))]
        for address, where in places:
            corrected = any(where.path[: len(changed)] == changed for changed in where.file.patched)
            if corrected or address in ALIKE:
                continue
            span, text = where.span, where.file.source.text
            lines = text.splitlines(keepends=True)
            if span.line != span.end_line:
                continue
            row = lines[span.line - 1]
            old = row[span.column - 1 : span.end_column - 1]
            new = other(old)
            if new is None:
                continue
            lines[span.line - 1] = row[: span.column - 1] + new + row[span.end_column - 1 :]
            change = partial(overlay, CONTENT / name, where.file.name, "".join(lines))
            mutant = Mutant(f"{address} = {old} → {new}", [], change, code=False)
            known = found.setdefault((address, old), mutant)
            if clause.id not in known.clauses:
                known.clauses.append(clause.id)
    yield from found.values()


def other(old: str) -> str | None:
    """Another value of the same kind; None for a list, a mapping, or a word that has no other."""
    bare_ = old.strip("\"'")
    quoted = old.replace(bare_, "{}", 1)
    if bare_ in WORDS:
        return quoted.format(WORDS[bare_])
    if old.startswith(("[", "{", "&", "|", ">")):
        words = [word for word in re.findall(r"[\w-]+(?!\s*:|[\w-])", old) if word in WORDS]
        return re.sub(rf"(?<![\w-]){words[0]}(?![\w-])", WORDS[words[0]], old, count=1) if words else None
    if "½" in old:
        return old.replace("½", "3")
    if re.fullmatch(r"\d+d\d+", bare_):
        return f"{bare_[:-1]}{int(bare_[-1]) + 1}"
    number = re.search(r"\d+(\.\d+)?", bare_)
    if number is None:
        return None
    value = number.group()
    changed = "0.25" if value == "0.5" else f"{float(value) + 1:g}"
    return quoted.format(bare_[: number.start()] + changed + bare_[number.end() :])


def overlay(folder: Path, name: str, text: str) -> None:
    """Have a game that is read from now on say something else in one file."""
    read = Workspace._read  # noqa: SLF001

    def other_read(self: Workspace, files: Any, problems: Any) -> Any:
        return read(self, {**files, name: text} if self.folder.resolve() == folder else files, problems)

    Workspace._read = other_read  # type: ignore[method-assign]  # noqa: SLF001
