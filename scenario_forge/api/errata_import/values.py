"""The values of a game that a list of errata can be about, each with what it is called by.

A value has *facets*: the unit it belongs to, the column, the chart, the clause. A facet holds ids such as
``allied/5``; which phrases stand for an id is in `names`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from scenario_forge.game.errata.lists import value_in_words
from scenario_forge.game.place import KEYS, AddressError, address
from scenario_forge.game.reading.errata import locate, printed_roots

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data, Node, Path

KINDS = frozenset(
    {
        *("orders-of-battle", "counters", "time-track", "charts", "victory", "map", "rulebook", "examples"),
        *("chronology", "scenarios", "rules", "options"),
    }
)
"""Kinds of document that print something, or carry a number of the rules."""
_INTERNAL = frozenset(
    {
        *("basis", "states", "quantities", "carried_by", "topics", "data", "rulings", "id", "hex"),
        *("side", "no", "turn", "trends", "drawn", "schema", "clauses", "counts", "unused", "formulas", "about"),
    }
)
"""Keys of values that no list of errata speaks of: the tool keeps them, or a row is known by them."""
_NOT_PRINTED = frozenset((key,) for key in ("basis", "provenance", "quantities", "side", "columns"))
"""Keys of documents that say nothing of what is printed."""
_SECOND = {
    "sums": 0.5,
    "given": 0.4,
    "map": 1.0,
    "when": 0.5,
    "row_scale": 0.3,
    "changes": 1.5,
    "cites": 0.6,
    "path": 0.5,
}
"""Keys of values that say again what is printed beside them, and how much less likely a list means them."""
_LONGEST_STRUCTURE = 600
"""Letters of a list or mapping that is still compared as a whole."""
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys("“”„«»″", '"'),
        **dict.fromkeys("‘’‚′`", "'"),
        "×": "x",
        "\u00a0": " ",
    }
)
BLANKS = frozenset({"", "blank", "nothing", "empty", "none", "-", "(blank)", "a blank", "null"})
"""How lists write that nothing stands there."""
_WORD = re.compile(r"[^\W_]+(?:['./+&:-][^\W_]+)*\+?")
_IN_KEYS = re.compile(r"[a-z]+|[0-9]+", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def plain(text: str) -> str:
    """Return a text with one kind of dash, quotation mark and blank, in small letters, for comparison.

    >>> plain("Halfaya – the  “Pass”.")
    'halfaya - the "pass"'
    """
    folded = " ".join(unicodedata.normalize("NFKC", text.translate(_SIGNS)).translate(_SIGNS).split()).casefold()
    return folded[:-1].rstrip() if len(folded) > 2 and folded[-1] in ".," else folded


def typed(text: str) -> str:
    """Return a text with one kind of dash, quotation mark and blank; the letters stay as they are."""
    return " ".join(text.translate(_SIGNS).split())


def words_in(text: str) -> list[str]:
    """Return the words of a text for comparison, hyphens between letters taken as blanks.

    >>> words_in("Order-of-battle, unit 5 (Dec-40): '41")
    ['order', 'of', 'battle', 'unit', '5', 'dec', '40', '41']
    """
    spaced = re.sub(r"(?<=[a-z])-(?=[a-z0-9])", " ", plain(text).replace("_", " "))
    return _WORD.findall(spaced)


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """One value of a game's documents, as printed."""

    file: str
    path: Path
    data: Data
    plain: str
    """As words, for comparison."""
    facets: dict[str, str]
    words: frozenset[str]
    """Words of its place on paper, its address and its neighbours."""
    second: float = 0.0
    """How much less likely than its neighbours a list means it, because it says again what they print."""

    @property
    def is_text(self) -> bool:
        """Whether it is a sentence, of which a list may quote a part."""
        return isinstance(self.data, str) and self.data.count(" ") >= 3

    @property
    def is_structure(self) -> bool:
        """Whether it is a list or a mapping."""
        return isinstance(self.data, (list, dict))


class Values:
    """All values of a game with indexes by facet, words and what is printed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.all: list[Value] = [value for name in game.read for value in _of_file(game, name)]

    @cached_property
    def by_facet(self) -> dict[tuple[str, str], list[Value]]:
        """Values by facet and id."""
        found: dict[tuple[str, str], list[Value]] = defaultdict(list)
        for value in self.all:
            for facet, id_ in value.facets.items():
                found[facet, id_].append(value)
        return found

    @cached_property
    def by_print(self) -> dict[str, list[Value]]:
        """Values by what is printed, for comparison."""
        found: dict[str, list[Value]] = defaultdict(list)
        for value in self.all:
            found[value.plain].append(value)
        return found

    @cached_property
    def texts_by_word(self) -> dict[str, list[Value]]:
        """Sentences by each of their words."""
        found: dict[str, list[Value]] = defaultdict(list)
        for value in self.all:
            if value.is_text:
                for word in set(words_in(value.plain)):
                    found[word].append(value)
        return found

    @cached_property
    def by_word(self) -> dict[str, list[Value]]:
        """Values by each word of their places."""
        found: dict[str, list[Value]] = defaultdict(list)
        for value in self.all:
            for word in value.words:
                found[word].append(value)
        return found

    @cached_property
    def _roots(self) -> dict[str, Node]:
        return printed_roots(self.game.read)

    @cached_property
    def _by_path(self) -> dict[tuple[str, Path], Value]:
        return {(value.file, value.path): value for value in self.all}

    def at(self, text: str) -> Value | None:
        """Return the value at an address, one without facets where a key may be added; None if it is no address."""
        try:
            file, path, node = locate(self._roots, text)
        except AddressError:
            return None
        known = self._by_path.get((file, path))
        if known is None:
            data = node.data if node is not None else None
            known = self._by_path[file, path] = Value(file, path, data, as_plain(data), {}, frozenset())
        return known

    def address(self, value: Value) -> str:
        """Return the address of a value, as errata write it."""
        steps = address(self._roots[value.file], value.path)
        made = f"{value.file.removesuffix('.yaml')}.{steps}".replace(".[", "[")
        if self._leads_to(made) == (value.file, value.path):
            return made
        return f"{value.file.removesuffix('.yaml')}{self._by_fields(value)}"

    def _leads_to(self, text: str) -> tuple[str, Path] | None:
        try:
            return locate(self._roots, text)[:2]
        except AddressError:
            return None

    def _by_fields(self, value: Value) -> str:
        """Return the steps of an address in which an item without a key is known by a value that only it has."""
        node: Any = self._roots[value.file].data
        made = ""
        for depth, step in enumerate(value.path):
            if isinstance(step, str):
                made += f".{step}" if re.fullmatch(r"[\w-]+", step) else f'["{step}"]'
            else:
                field = _only_field(node, step)
                named = address(self._roots[value.file], value.path[: depth + 1])
                made += f"[{field}]" if field else named[named.rindex("[") :]
            node = node[step]
        return made

    def paper(self, value: Value) -> str:
        """Return the place of a value on paper; its address where it is on no component."""
        return self.game.read[value.file].paper(value.path) or self.address(value)


def _only_field(items: Any, index: int) -> str:  # noqa: ANN401 - plain YAML data
    """Return ``field=value`` of an item that no key names, where no other item has that value; else nothing."""
    item = items[index]
    if not isinstance(item, dict) or any(key in item for key in KEYS):
        return ""
    for field, said in item.items():
        if isinstance(said, (str, int)) and not isinstance(said, bool) and "]" not in str(said):
            same = [each for each in items if isinstance(each, dict) and each.get(field) == said]
            if len(same) == 1:
                return f"{field}={said}"
    return ""


def as_plain(data: Data) -> str:
    """Return a value as words for comparison.

    >>> as_plain(["Weapon Examples"]), as_plain(None), as_plain(-4)
    ('[weapon examples]', '', '-4')
    """
    return plain(value_in_words(data))


def _of_file(game: Game, name: str) -> Iterator[Value]:
    file = game.read[name]
    if file.kind.name not in KINDS or file.source.root is None:
        return
    root = file.source.root.data
    columns = _column_ids(root)
    for path, data in _walk(root, ()):
        text = as_plain(data)
        if isinstance(data, (list, dict)) and len(text) > _LONGEST_STRUCTURE:
            continue
        facets = {facet: id_ for facet, id_ in _facets(file.kind.name, file.stem, root, path, columns) if id_}
        named = f"{file.paper(path)} {' '.join(_keys(path))} {' '.join(_neighbours(root, path))}"
        second = max((_SECOND.get(str(step), 0.0) for step in path), default=0.0)
        yield Value(name, path, data, text, facets, frozenset(words_in(named)), second)


def _walk(node: Any, path: Path) -> Iterator[tuple[Path, Any]]:  # noqa: ANN401 - plain YAML data
    """Yield all values below a node that are not internal, structures too."""
    if (len(path) > 1 and path[-1] in _INTERNAL) or _is_our_own(path) or path[:1] in _NOT_PRINTED:
        return
    if len(path) > 2 or not isinstance(node, (dict, list)):  # whole rows and clauses are never corrected
        yield path, node
    if isinstance(node, dict):
        for key, below in node.items():
            yield from _walk(below, (*path, key))
    elif isinstance(node, list):
        for number, below in enumerate(node):
            yield from _walk(below, (*path, number))


def _is_our_own(path: Path) -> bool:
    """Whether a value of a clause says where it stands, not what is printed there."""
    return len(path) == 3 and path[0] == "clauses" and path[-1] in ("rule", "place")


def _keys(path: Path) -> Iterator[str]:
    for step in path:
        if isinstance(step, str):
            yield step
            yield from _IN_KEYS.findall(step)


def _neighbours(root: Any, path: Path) -> Iterator[str]:  # noqa: ANN401
    """Yield what the rows and entries that a value belongs to are called by."""
    node = root
    for step in path:
        node = node[step]
        if isinstance(node, dict):
            for key in ("id", "title", "name", "label", "term", "text", "date", "marker", "place"):
                if isinstance(node.get(key), (str, int)):
                    yield str(node[key])
                    if key == "id":
                        yield from _IN_KEYS.findall(str(node[key]))


def _column_ids(root: Any) -> frozenset[str]:  # noqa: ANN401
    listed = root.get("columns") if isinstance(root, dict) else None
    rows = listed if isinstance(listed, list) else []
    return frozenset(str(each["id"]) for each in rows if isinstance(each, dict) and "id" in each)


_KEYED = (("turn", "turn"), ("rule", "rule"), ("rule", "number"), ("stop", "stop"), ("hex", "hex"))
"""Facet, and the key of a row that has its id."""


def _facets(
    kind: str,
    stem: str,
    root: Any,  # noqa: ANN401
    path: Path,
    columns: frozenset[str],
) -> Iterator[tuple[str, str]]:
    """Yield the facets of a value: name and ids."""
    yield "component", kind
    if kind == "charts":
        yield from _chart_facets(root, path)
        return
    item = _below(root, path[:2])
    row: dict[str, Any] = item if isinstance(item, dict) else {}
    field = next((step for step in reversed(path) if isinstance(step, str)), "")
    yield from _side_facets(kind, root, path, row)
    if field in columns and kind == "orders-of-battle":
        yield "column", field
    elif len(path) > 2 or kind == "scenarios":
        yield "field", field
    for facet, key in _KEYED:
        if key in row and not isinstance(row[key], (list, dict)):
            yield facet, str(row[key])
    scenario = stem if kind == "scenarios" else row.get("scenario")
    if scenario is not None:
        yield "scenario", str(scenario)
    if "id" in row and (kind == "examples" or (kind == "rulebook" and path[0] == "clauses")):
        yield ("example" if kind == "examples" else "clause"), str(row["id"])
    if kind == "rulebook" and row.get("place"):
        yield "place", str(row["place"])


def _side_facets(
    kind: str,
    root: Any,  # noqa: ANN401
    path: Path,
    row: dict[str, Any],
) -> Iterator[tuple[str, str]]:
    side = row.get("side") or (root.get("side") if kind == "orders-of-battle" else None)
    deeper = _below(root, path[:4])
    if kind == "victory" and isinstance(deeper, dict):
        side = deeper.get("side") or side
    if kind == "time-track" and len(path) > 2:
        side = path[2]
    if side is not None:
        yield "side", str(side)
        if "no" in row:
            yield "unit", f"{side}/{row['no']}"


def _below(root: Any, path: Path) -> Any:  # noqa: ANN401
    for step in path:
        root = root[step]
    return root


def _chart_facets(root: Any, path: Path) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    if len(path) < 2:
        return
    chart = str(path[1])
    yield "chart", chart
    body = _below(root, path[:2])
    if isinstance(body, dict) and isinstance(body.get("rule"), str):
        yield "rule", body["rule"].removeprefix("Rule ").strip()
    part = str(path[2]) if len(path) > 2 else ""
    if part == "rows" and len(path) > 3:
        yield "row", f"{chart}|{path[3]}"
        if len(path) > 4 and isinstance(path[4], int):
            headings = body.get("columns") or []
            yield "heading", f"{chart}|{headings[path[4]]}" if path[4] < len(headings) else ""
    elif part == "columns" and len(path) > 3:
        yield "heading", f"{chart}|{body['columns'][path[3]]}"
        yield "field", "columns"
    elif part:
        yield "field", next(step for step in reversed(path) if isinstance(step, str))


def as_data(text: str, printed: Data) -> Data:
    """Return a value that a list writes, in the kind of the printed one; a text where it is of another kind.

    >>> as_data("10", 9), as_data("10", "9"), as_data("yes", False), as_data("−3", "-4"), as_data("blank", None)
    (10, '10', True, '-3', None)
    """
    said = text.strip()
    if isinstance(printed, bool):
        return {"yes": True, "true": True, "no": False, "false": False}.get(said.casefold(), said)
    if isinstance(printed, int) and re.fullmatch(r"[-+]?[0-9]{1,9}", typed(said)):
        return int(typed(said))
    if isinstance(printed, float) and re.fullmatch(r"[-+]?[0-9]{0,9}[.]?[0-9]{1,9}", typed(said)):
        return float(typed(said))
    if isinstance(printed, (list, dict)):
        return _structure(said, printed)
    if said.casefold() in BLANKS - {"-", "none"}:
        return None if printed is None else ""
    return _in_signs_of(said, printed) if isinstance(printed, str) else said


def _in_signs_of(said: str, printed: str) -> str:
    """Write dashes and quotation marks as the printed value does, where it has one kind of them."""
    made = "".join(
        sign if sign in printed or sign.translate(_SIGNS) == sign or not _has(printed, sign) else sign.translate(_SIGNS)
        for sign in said
    )
    return " ".join(made.split()) if "\n" not in printed else made


def _has(printed: str, sign: str) -> bool:
    """Whether a printed value has the plain form of a sign, or none of its kind."""
    return sign.translate(_SIGNS) in printed or not any(
        each.translate(_SIGNS) == sign.translate(_SIGNS) for each in printed
    )


def _structure(said: str, printed: Data) -> Data:
    """Read a list or mapping as the errata page writes it: values keep the kinds of those printed."""
    from scenario_forge.source.compose import compose  # noqa: PLC0415 - only for structures

    root = compose(said, "")[0]
    data = root.data if root is not None else None
    if not isinstance(data, type(printed)):
        try:
            data = json.loads(said)
        except ValueError:
            return said
    return _as_kind(data, printed)


def _as_kind(data: Data, printed: Data) -> Data:
    if isinstance(data, dict) and isinstance(printed, dict):
        return {key: _as_kind(below, printed.get(key)) for key, below in data.items()}
    if isinstance(data, list) and isinstance(printed, list):
        return [_as_kind(below, printed[min(n, len(printed) - 1)] if printed else None) for n, below in enumerate(data)]
    if isinstance(printed, str) and isinstance(data, (int, float)) and not isinstance(data, bool):
        return str(data)
    return data
