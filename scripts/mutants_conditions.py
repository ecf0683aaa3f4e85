"""Condition mutants: one comparison, operand, number, side or argument changed in a function that carries a clause.

Eligible are the functions that bear a mark and the unmarked helpers that they call in their own module. Why neither
cosmic-ray nor mutmut: both change whole modules, know no clause that a function carries and so no tests to run for it,
and start pytest anew for every mutant, which takes longer here than the tests do.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml
from mutants_made import Mutant
from rulebooks import GAME, clauses_by_rule, packages

from scenario_forge.game.rule_marks import rules_in, rules_of, underlying_function

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import CodeType, FunctionType, ModuleType

EQUIVALENT = Path(__file__).with_name("mutants_equivalent.yaml")
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SIGNS = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
NEAR_RIGHT = {ast.Lt: -1, ast.LtE: 1, ast.Gt: 1, ast.GtE: -1}
NEAR_LEFT = {sign: -step for sign, step in NEAR_RIGHT.items()}
"""A bound by one the other way than the opposite sign does: `x < 3` gives `x <= 3` and `x < 2`, not `x < 4` too."""
ONE_MORE = {"control", "box"}
"""Columns that hold the number of a side and one, 0 for nobody."""
ROLES = {"attackers": "defenders", "attacker": "defender", "defenders": "attackers", "defender": "attacker"}
WHOLES = {"rules", "state", "now", "frame", "book", "self", "walk", "step", "data", "prefix", "action"}
"""Arguments whose place no other can take: an exchange gives an error and never another rule."""
LEFT_ALONE = {
    "min", "max", "Event", "Choice", "Frame", "Next", "Chance", "zip", "getattr", "isinstance", "partial", "derived",
    "map", "next", "filter", "iter", "range", "distance",
}  # fmt: skip
"""Calls that come to the same with arguments exchanged, or whose arguments are of different kinds throughout."""


class Place(NamedTuple):
    """A function that carries clauses, by its own mark or for the marked one that calls it."""

    module: ModuleType
    name: str
    function: FunctionType
    clauses: tuple[str, ...]


class Edit(NamedTuple):
    """One node that takes another's place; where, and how the change is told."""

    node: ast.AST
    new: ast.AST
    line: int
    told: str


def condition_mutants(game: str = GAME) -> Iterator[Mutant]:
    """A mutant for each change of a condition; ``same`` says why one is equivalent to what stands there."""
    reasons = equivalents()
    for place in places(game):
        path = Path(str(place.module.__file__))
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        lines, seen = text.splitlines(), Counter[str]()
        for edit in edits(definition(tree, place.function)):
            address = f"{path.name}:{place.name}"
            key = f"{address} | {lines[edit.line - 1].strip()} | {edit.told}"
            seen[key] += 1
            if seen[key] > 1:
                key = f"{key} #{seen[key]}"
            clauses = "/".join(place.clauses[:3]) + ("/…" if len(place.clauses) > 3 else "")
            name = f"{clauses} {address} L{edit.line} {edit.told}"
            change = partial(carry_out, place.function, tree, edit)
            yield Mutant(name, list(place.clauses), change, code=True, key=key, same=reasons.get(key, ""))


def equivalents() -> dict[str, str]:
    """Key → reason of each mutant that no test can tell from the original."""
    listed = yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8")) or []
    return {key: entry["reason"] for entry in listed for key in entry["mutants"]}


# -- which functions ---------------------------------------------------------------------------------


def places(game: str = GAME) -> list[Place]:
    """Every function that carries out a rule of a game, and those without a mark that such functions call there."""
    searched = packages(game)
    for package in searched:
        rules_in(package)
    modules = [sys.modules[name] for name in sorted(sys.modules) if name.startswith(searched)]
    bound = clauses_by_rule(game)
    return [place for module in modules for place in places_of(module, bound)]


def places_of(module: ModuleType, bound: Mapping[str, Sequence[str]] | None = None) -> list[Place]:
    """Those of one module, by name; without ``bound``, clauses by rule, a mark names the clause itself."""
    functions = dict(_functions(module))
    marks = {
        name: [clause for rule in rules_of(found) for clause in ((rule,) if bound is None else bound.get(rule, ()))]
        for name, found in functions.items()
    }
    clauses = {name: list(dict.fromkeys(ids)) for name, ids in marks.items() if ids}
    waiting = list(clauses)
    while waiting:
        caller = waiting.pop()
        called = _called(functions[caller].__code__)
        for helper in (name for name, ids in marks.items() if not ids and name.rpartition(".")[2] in called):
            more = [clause for clause in clauses[caller] if clause not in clauses.get(helper, ())]
            if more:
                clauses.setdefault(helper, []).extend(more)
                waiting.append(helper)
    return [Place(module, name, functions[name], tuple(ids)) for name, ids in sorted(clauses.items())]


def _functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    for name, found in vars(module).items():
        if getattr(found, "__module__", None) == module.__name__:
            inside = isinstance(found, type)
            for inner, member in list(vars(found).items()) if inside else [("", found)]:
                function: Any = underlying_function(member)
                if getattr(getattr(function, "__code__", None), "co_filename", "") == module.__file__:
                    yield f"{name}.{inner}" if inside else name, function


def _called(code: CodeType) -> set[str]:
    return set(code.co_names).union(*(_called(const) for const in code.co_consts if hasattr(const, "co_names")))


# -- which changes -----------------------------------------------------------------------------------


def edits(node: ast.AST) -> Iterator[Edit]:
    """Every change of one condition in a function, in the order of its text."""
    yield from _of(node)
    for child in _read(node):
        yield from edits(child)


def _read(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that say something of a rule; not its annotations, messages and positions of fields."""
    match node:
        case ast.FunctionDef() | ast.Lambda():
            yield from node.body if isinstance(node.body, list) else [node.body]
        case ast.AnnAssign(value=value):
            yield from [value] if value else []
        case ast.Raise() | ast.JoinedStr():
            return
        case ast.UnaryOp(op=ast.USub()) if _number(node) is not None:
            return
        case ast.Compare():
            bounded = any(type(op) in NEAR_RIGHT for op in node.ops)
            parts = [node.left, *node.comparators]
            yield from (part for part in parts if not bounded or _number(part) is None)
        case ast.Subscript():
            yield node.value.value if _column(node) and isinstance(node.value, ast.Attribute) else node.value
            if _number(node.slice) is None:
                yield node.slice
        case ast.Call(func=ast.Attribute(attr="change")) if "clock" in _text(node.func):
            yield from node.args[1:]
        case _:
            yield from ast.iter_child_nodes(node)


def _of(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BoolOp():
            yield from _operands(node)
        case ast.UnaryOp(op=ast.Not()):
            yield Edit(node, node.operand, node.lineno, f"'not {_text(node.operand)}' → '{_text(node.operand)}'")
        case ast.comprehension():
            for test in node.ifs:
                kept = [one for one in node.ifs if one is not test]
                new = ast.comprehension(node.target, node.iter, kept, node.is_async)
                yield Edit(node, new, test.lineno, f"'if {_text(test)}' dropped")
        case ast.Call():
            yield from _exchanged(node)
        case ast.Constant() | ast.UnaryOp() if (value := _number(node)) is not None:
            for near in (value - 1, value + 1):
                yield Edit(node, ast.Constant(near), node.lineno, f"'{value}' → '{near}'")
        case ast.expr():
            yield from _sides(node)


def _sides(node: ast.expr) -> Iterator[Edit]:
    """The other side where one is named: by a variable, a column, a role or its loss in a result."""
    match node:
        case ast.Name(id="side" | "owner", ctx=ast.Load()) | ast.Attribute(attr="side", ctx=ast.Load()):
            yield _other_side(node, one_more=False)
        case ast.Subscript(ctx=ast.Load()) if _column(node):
            yield _other_side(node, one_more=_column(node) in ONE_MORE)
        case ast.Subscript(value=value, slice=ast.Constant(value=0 | 1 as at), ctx=ast.Load()):
            if _text(value).endswith(("result", "['result']")):
                new = ast.Subscript(value, ast.Constant(1 - at), ast.Load())
                yield Edit(node, new, node.lineno, f"'{_text(node)}' → '[{1 - at}]'")
        case ast.Constant(value=str(value)) if value in ROLES:
            yield Edit(node, ast.Constant(ROLES[value]), node.lineno, f"'{value}' → '{ROLES[value]}'")


def _comparisons(node: ast.Compare) -> Iterator[Edit]:
    parts = [node.left, *node.comparators]
    for number, op in enumerate(node.ops):
        other = OPPOSITE[type(op)]
        new = ast.Compare(node.left, [*node.ops[:number], other(), *node.ops[number + 1 :]], node.comparators)
        yield Edit(node, new, parts[number].lineno, f"'{SIGNS[type(op)]}' → '{SIGNS[other]}'")
        for at, steps in ((number, NEAR_LEFT), (number + 1, NEAR_RIGHT)):
            value = _number(parts[at])
            if value is not None and type(op) in steps and (at != number or number == 0):
                near = value + steps[type(op)]
                changed = [*parts[:at], ast.Constant(near), *parts[at + 1 :]]
                told = f"'{value}' → '{near}'"
                yield Edit(node, ast.Compare(changed[0], node.ops, changed[1:]), parts[at].lineno, told)


def _operands(node: ast.BoolOp) -> Iterator[Edit]:
    word = "and" if isinstance(node.op, ast.And) else "or"
    for operand in node.values:
        if not any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(operand)):
            rest = [one for one in node.values if one is not operand]
            new = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
            yield Edit(node, new, operand.lineno, f"{word} '{_text(operand)}' dropped")


def _exchanged(node: ast.Call) -> Iterator[Edit]:
    """Two neighbouring arguments change places, where each can stand where the other does."""
    if _text(node.func).rpartition(".")[2] in LEFT_ALONE:
        return
    for number, (one, two) in enumerate(zip(node.args, node.args[1:], strict=False)):
        if not _whole(one) and not _whole(two):
            args = [*node.args[:number], two, one, *node.args[number + 2 :]]
            told = f"'{_text(one)}, {_text(two)}' exchanged"
            yield Edit(node, ast.Call(node.func, args, node.keywords), one.lineno, told)


def _whole(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, int)
    if isinstance(node, ast.Name | ast.Attribute):
        return _text(node).rpartition(".")[2] in WHOLES or _text(node).startswith(("rules.", "self.rules."))
    return not isinstance(node, ast.Subscript | ast.BinOp | ast.UnaryOp | ast.Call)


def _other_side(node: ast.expr, *, one_more: bool) -> Edit:
    """`1 - side`; where 0 is nobody, `(0, 2, 1)[…]`."""
    new: ast.expr = ast.BinOp(ast.Constant(1), ast.Sub(), node)
    if one_more:
        new = ast.Subscript(ast.parse("(0, 2, 1)", mode="eval").body, node, ast.Load())
    return Edit(node, new, node.lineno, f"'{_text(node)}' → the other side")


def _column(node: ast.Subscript) -> str:
    """The name of the column that holds a side, such as `units.side[…]`; empty for any other."""
    name = node.value.attr if isinstance(node.value, ast.Attribute) else ""
    return name if name in {"side", *ONE_MORE} else ""


def _number(node: ast.AST) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        found = _number(node.operand)
        return None if found is None else -found
    whole = isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)
    return node.value if whole else None  # type: ignore[attr-defined, no-any-return]


def _text(node: ast.AST) -> str:
    return ast.unparse(node)


# -- how they are made -------------------------------------------------------------------------------


def carry_out(function: FunctionType, tree: ast.Module, edit: Edit) -> None:
    """Give a function the changed code, for whoever has the function already."""
    function.__code__ = changed_code(function, tree, edit)


def changed_code(function: FunctionType, tree: ast.Module, edit: Edit) -> CodeType:
    """The code of a function when one node of its module is another; the tree stays as it was."""
    _Put(edit.node, edit.new).visit(tree)
    try:
        ast.fix_missing_locations(tree)
        code = compile(tree, function.__code__.co_filename, "exec", dont_inherit=True)
    finally:
        _Put(edit.new, edit.node).visit(tree)
    return next(_find(code, function.__code__))


class _Put(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:  # noqa: ANN401 - as ast has it
        return self.new if node is self.old else self.generic_visit(node)


def _find(code: CodeType, wanted: CodeType) -> Iterator[CodeType]:
    if (code.co_qualname, code.co_firstlineno) == (wanted.co_qualname, wanted.co_firstlineno):
        yield code
    for const in code.co_consts:
        if hasattr(const, "co_qualname"):
            yield from _find(const, wanted)


def definition(tree: ast.Module, function: FunctionType) -> ast.AST:
    """Where a function stands in the text of its module."""
    first = function.__code__.co_firstlineno
    return next(
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.Lambda)
        and first == min([node.lineno, *(found.lineno for found in getattr(node, "decorator_list", ()))])
    )


def family(clause: str) -> str:
    """The rule that a clause belongs to: 6 of 6.31, CRT of CRT.9."""
    return clause.partition(".")[0]


def report(rows: Sequence[dict[str, str]]) -> str:
    """Markdown: how many mutants of each rule there are, what became of them, and those that survive by clause."""
    fates = ("killed", "broken", "survived", "equivalent")
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        for name in (family(row["clause"]), "all"):
            counts.setdefault(name, Counter())[row["fate"]] += 1
    order = sorted(
        counts, key=lambda name: (name == "all", not name.isdigit(), int(name) if name.isdigit() else 0, name)
    )
    heads = ("Rule", "Mutants", "Killed", "By an error only", "Survived", "Equivalent", "Survived or equivalent")
    lines = [
        "# Mutants of single conditions",
        "",
        "Written by `make mutants`; what is changed and what counts stands in docs/rules.md. *By an error only*: the",
        "tests fail, but none by an assertion.",
        "",
        f"| {' | '.join(heads)} |",
        "|---|" + "--:|" * (len(heads) - 1),
    ]
    for name in order:
        found, total = counts[name], sum(counts[name].values())
        left = 100 * (found["survived"] + found["equivalent"]) / total
        lines.append(f"| {name} | {total} | {' | '.join(str(found[fate]) for fate in fates)} | {left:.1f} % |")
    lines += ["", "## Survived", "", "```", *(row["mutant"] for row in rows if row["fate"] == "survived"), "```"]
    return "\n".join(lines) + "\n"
