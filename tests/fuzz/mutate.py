"""Ways in which a file goes wrong: slips of the hand, of an editor, of a merge, of somebody with bad intent.

Each takes a random source and a text (or plain data) and gives another; the same source gives the same slip.
"""

from __future__ import annotations

import copy
import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

SIGNS = [*"{}[],:-?#&*!|>'\"%@`\\~=<./+0a ", "\t", "\0", "\x85", "\ufeff", "\u2028", "\r", "\r\n", "\n"]
STRANGE = ["é", "ß", "ليبيا", "Τομπρούκ", "🏜", "e\u0301", "\u202e", "\ud800", "\U0010ffff", "\x1b[31m", "%s{0}", "½"]
HUGE = ["0", "-1", "99999999999", "1" + "0" * 30, "3.5", "1e999", "-0.0", "0x10", "1_000", "007"]
WORDS = [
    "null", "~", "true", "false", "yes", "{}", "[]", "''", "x", "[[[]]]", "{a: b}", "[1, two, {three: 3}]", ".nan", "<<",
    "*x", "&x 1", "!!python/object:os.system x", "- a", "'unended", "[unended", "Trip", "N", "E", "AA30(f)", "ZZ99",
    "R13/41", "W0/0", "A1..ZZ36", "12/40", "+12 +", "9/9", "RW 0-2", "{row:A}{col}", "../..", "A" * 5000, "١٢",
    *HUGE, *STRANGE,
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 26, 100000, 10**12, -(10**30), 0.5, -1e9, "", " ", "x", "N", "E", "B", "Trip", "ZZ99",
    "S32", "SS32(c9)", "R2/41 m11", "R13/41", "W7/41, R6/41", "12/40", "12/9999999", "0/0", "1d6", "999d999", "-5", "-4,3",
    "+12 +", "9/9", "5/0", "A1..ZZ36", "A1..A999999999", "ZZ36..A1", "{row:A}{col}", "{col:9}", "{x}", "*", "[*]", "a.b",
    "axis", "allied", "flat", "odd", [], {}, [[]], [None], ["x"], {"x": "x"}, [1, 2, 3], {"0": []}, "Τομπρούκ", "ليبيا",
    "\u202e", "a\nb", "\t", "💥" * 200, [[[[[[[]]]]]]], {"a": {"b": {"c": {"d": {}}}}},
]  # fmt: skip


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True) or [""]


def _spot(random: Random, items: list[Any] | str) -> int:
    return random.randrange(len(items)) if items else 0


def drop_lines(random: Random, text: str) -> str:
    lines = _lines(text)
    at = _spot(random, lines)
    del lines[at : at + random.choice([1, 1, 2, 9, 60])]
    return "".join(lines)


def double_lines(random: Random, text: str) -> str:
    lines = _lines(text)
    at = _spot(random, lines)
    return "".join(lines[: at + random.choice([1, 2, 5])] + lines[at:])


def swap_lines(random: Random, text: str) -> str:
    lines = _lines(text)
    a, b = _spot(random, lines), _spot(random, lines)
    lines[a], lines[b] = lines[b], lines[a]
    return "".join(lines)


def change_signs(random: Random, text: str) -> str:
    for _ in range(random.choice([1, 1, 2, 5])):
        at = _spot(random, text)
        text = text[:at] + random.choice(SIGNS) + text[at + random.choice([0, 1, 1, 3]) :]
    return text


def change_indentation(random: Random, text: str) -> str:
    lines = _lines(text)
    for _ in range(random.choice([1, 1, 3])):
        at = _spot(random, lines)
        line = lines[at].lstrip(" ")
        lines[at] = random.choice(["", " ", "  ", "   ", "\t", " \t", "      "]) + line
    return "".join(lines)


def insert_strange(random: Random, text: str) -> str:
    at = _spot(random, text)
    return text[:at] + random.choice([*STRANGE, "\0", "\t"]) + text[at:]


def other_line_ends(random: Random, text: str) -> str:
    if random.random() < 0.5:
        return text.replace("\n", random.choice(["\r\n", "\r", "\n\r"]))
    return re.sub("\n", lambda m: random.choice(["\n", "\r\n", "\r"]), text)


def other_value(random: Random, text: str) -> str:
    """One value of the text becomes another kind of thing."""
    found = list(re.finditer(r"(?<=: )[^\s,{}\[\]#][^,{}\[\]\n#]*|(?<=[\[ ])[\w./()-]+(?=[,\]])", text))
    if not found:
        return text + random.choice(WORDS)
    place = random.choice(found)
    return text[: place.start()] + random.choice(WORDS) + text[place.end() :]


def other_number(random: Random, text: str) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text
    place = random.choice(found)
    return text[: place.start()] + random.choice(HUGE) + text[place.end() :]


def nest(random: Random, text: str) -> str:
    at = _spot(random, text)
    depth = random.choice([3, 70, 3000])
    opened, closed = random.choice([("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", ""), ("&a [*a, ", "]")])
    return text[:at] + opened * depth + closed * random.choice([0, depth]) + text[at:]


def cut_off(random: Random, text: str) -> str:
    at = _spot(random, text)
    return text[at:] if random.random() < 0.2 else text[:at]


def cross_over(random: Random, text: str) -> str:
    """A part of the file in a wrong place, as after a bad merge."""
    lines = _lines(text)
    a, b, at = _spot(random, lines), _spot(random, lines), _spot(random, lines)
    part = lines[min(a, b) : max(a, b)]
    marks = [["<<<<<<< ours\n"], ["=======\n", *part, ">>>>>>> theirs\n"]] if random.random() < 0.3 else [[], part]
    return "".join(lines[:at] + marks[0] + marks[1] + lines[at:])


TEXT_SLIPS: tuple[Callable[[Random, str], str], ...] = (
    drop_lines, double_lines, swap_lines, change_signs, change_indentation, insert_strange, other_line_ends,
    other_value, other_value, other_number, other_number, nest, cut_off, cross_over,
)  # fmt: skip


def slip_in_text(random: Random, text: str) -> str:
    """One slip, sometimes two."""
    for _ in range(random.choice([1, 1, 1, 2])):
        text = random.choice(TEXT_SLIPS)(random, text)
    return text


Step = tuple[Any, Any]
"""A list or mapping, and an index or key in it."""


def _place(random: Random, data: Any) -> Step | None:
    """Somewhere in a tree, deep or not, each step with equal chance."""
    place: Step | None = None
    while isinstance(data, (dict, list)) and data:
        step = random.choice(list(data)) if isinstance(data, dict) else random.randrange(len(data))
        place = (data, step)
        data = data[step]
        if random.random() < 0.15:
            break
    return place


def slip_in_data(random: Random, data: Any) -> str:
    """Well-formed YAML whose values are of the wrong kind, size or place: what reading alone lets through."""
    data = copy.deepcopy(data)
    for _ in range(random.choice([1, 1, 2, 4])):
        _change(random, data)
    return json.dumps(data, indent=1, ensure_ascii=False)


def fields(data: Any) -> dict[str, tuple[Any, ...]]:
    """One path to each field of a document, by the field's name with its keys above it; lists count as one."""
    found: dict[str, tuple[Any, ...]] = {}
    _fields(data, (), "", found)
    return found


def _fields(data: Any, path: tuple[Any, ...], name: str, found: dict[str, tuple[Any, ...]]) -> None:
    if path:
        found[name] = path
    if isinstance(data, dict):
        free = len(data) > 15 or any(not key.isidentifier() for key in data)  # keys that are the author's
        for key, below in data.items():
            _fields(below, (*path, key), f"{name}.{'*' if free else key}", found)
    elif isinstance(data, list):
        for index, below in enumerate(data):
            _fields(below, (*path, index), f"{name}[]", found)


def with_value(data: Any, path: tuple[Any, ...], value: Any) -> str:
    """The document as text, with another value at a path."""
    data = copy.deepcopy(data)
    holder = data
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return json.dumps(data, indent=1, ensure_ascii=False)


def _change(random: Random, data: Any) -> None:
    place = _place(random, data)
    if place is None:
        return
    holder, step = place
    how = random.randrange(7)
    if how == 0:
        del holder[step]
    elif how == 1:
        other = _place(random, data)
        if other:
            holder[step] = copy.deepcopy(other[0][other[1]])
    elif how == 2 and isinstance(holder, list):
        holder.insert(random.randrange(len(holder) + 1), copy.deepcopy(holder[step]))
    elif how == 3 and isinstance(holder, list):
        random.shuffle(holder)
    elif how == 4 and isinstance(holder, dict):
        holder[random.choice(["", "x", "no", "id", "turn", "Trip", f"{step} "])] = holder.pop(step)
    else:
        holder[step] = _near(random, holder[step])


def _near(random: Random, value: Any) -> Any:
    """Something else, of the same kind half of the time."""
    if random.random() < 0.5:
        return copy.deepcopy(random.choice(VALUES))
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return random.choice([value + 1, value - 1, -value, 0, value * 1000, 10**9])
    if isinstance(value, str) and value:
        at = random.randrange(len(value))
        return random.choice(
            [value[:at] + value[at + 1 :], value[: at + 1] + value[at:], value[::-1], value.upper(), value * 2]
        )
    return copy.deepcopy(random.choice(VALUES))
