"""What a line of a list says: where, what is printed and what is right, in the wordings that lists use.

A line can often be read in several ways ("unit 5 Dec 40 Q16 should be QQ16": where does the place end?). All of them
are kept as readings; which one holds is found out by what the documents say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.api.errata_import.values import BLANKS, typed

if TYPE_CHECKING:
    from collections.abc import Iterator

_OPEN, _SHUT = "\ue000", "\ue001"
"""Stand around a quotation by its number, which no pattern of a wording looks into."""
_Q = rf"{_OPEN}[0-9]+{_SHUT}"
_Q_AT_ALL = re.compile(rf"^\s*{_Q}\s*$")
_SENTENCE = 5
"""Printed words that are taken for a sentence: what follows the full stop of the new one belongs to it too."""
_QUOTED = re.compile(r'"([^"]*)"|(?<![\w\'])\'([^\']+)\'(?![\w\'])')

_SHOULD = (
    r"(?:(?:should|ought\s+to|must|has\s+to|needs\s+to|is\s+supposed\s+to|shall)\s+"
    r"(?:instead\s+)?(?:be(?:\s+(?:dated|numbered|called|labelled|marked))?|read|say|have|show|start\s+(?:in|at)"
    r"|stand\s+(?:in|at)|appear\s+as)(?:\s+as)?(?:\s+printed\s+as)?"
    r"|(?:(?:I'd|we|I|I\s+would|we'd)\s+)?read\s+(?:it|this|that)\s+as|(?:change|correct)\s+(?:it|this|that)\s+to"
    r"|make\s+(?:it|that|this)|(?:the\s+)?correct(?:\s+(?:value|number|one|entry|hex))?\s+is)"
)
_TYPO = r"(?:is\s+a\s+(?:misprint|typo|mistake|slip)\s+for|is\s+changed\s+to|now\s+reads|becomes)"
_WRONG = r"is\s+(?:wrong|incorrect|an?\s+(?:typo|misprint|mistake|error))"
_ARROW = r"(?:-+>|=+>|→|⇒|➔|⟶|>>)"
_A, _B = r"(?P<a>.+?)", r"(?P<b>.+?)"
_WHY = r"because|since|as\s+(?:in|per|the|it)|see|per|according|goes\s+with"
_END = rf"(?P<rest>(?:\s*[.;]\s+|\s*\(|\s+-\s+|,?\s+(?:{_WHY})\b).*)?$"
_IN_PRINT = (
    r"(?:[\w' ]+\s)?(?:charts?|tables?|orders?|oob|rules?|rulebook|section|track|map|scenarios?|counters?|examples?)\b"
)
_BEFORE = r"(?P<place>.*?)"
_GAP = r"(?:[\s,:;]|-(?=\s))*"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^{_BEFORE}{_GAP}\bs/(?P<a>[^/]+)/(?P<b>[^/]+)/?{_END}",
        rf"^{_BEFORE}(?:[:;,]|\s-)\s+(?P<a>[^,:;]+?)\s+{_WRONG}\W+(?:it\s+|and\s+|but\s+)*(?:{_SHOULD}|read){_GAP}{_B}{_END}",
        rf"^{_BEFORE}{_GAP}\bnot\s+{_A},?\s+but\s+{_B}{_END}",
        rf"^{_BEFORE}\s+(?:is|has|reads|says|shows|gives)\s+{_A}\s+(?:instead\s+of|where\s+it\s+{_SHOULD}){_GAP}{_B}{_END}",
        rf"^(?P<tail>.+?)\s+\((?:and\s+)?(?:not|instead\s+of|rather\s+than)\s+{_A}\){_END}",
        # B in place of A
        rf"^{_BEFORE}{_GAP}{_SHOULD}{_GAP}{_B},?\s+(?:and\s+)?(?:not|instead\s+of|rather\s+than|in\s+place\s+of)\b{_GAP}{_A}{_END}",
        rf"^(?:read|use|put|print)\b{_GAP}{_B}\s+(?:for|instead\s+of|in\s+place\s+of|rather\s+than|where\s+it\s+(?:says|has|reads))\b{_GAP}{_A}(?:\s+(?:in|at|on|under|for)\s+(?:the\s+)?(?P<place>.+?))?{_END}",
        rf"^{_BEFORE}{_GAP}(?:read|use|put)\b{_GAP}{_B}\s+(?:for|instead\s+of|in\s+place\s+of|rather\s+than|where\s+it\s+(?:says|has|reads))\b{_GAP}{_A}{_END}",
        rf"^(?:{_BEFORE}(?:[:;]|\s-)\s+)?(?P<b>{_Q}|[^\s:;]+(?:\s[^\s:;]+)?),?\s+(?:not|instead\s+of|rather\s+than|in\s+place\s+of)\s+{_A}{_END}",
        rf"^{_BEFORE}{_GAP}(?:is|are|be|costs?|takes?|gives?|gets?|scores?|counts?(?:\s+as)?)(?:\s+worth)?\s+{_B},?\s+(?:and\s+)?(?:not|instead\s+of|rather\s+than)\b{_GAP}{_A}{_END}",
        # for A read B
        rf"^{_BEFORE}{_GAP}\b(?:for|instead\s+of|in\s+place\s+of|where\s+it\s+(?:says|reads|has))\b{_GAP}{_A},?\s+(?:please\s+)?(?:read|use|put|substitute)\b{_GAP}{_B}{_END}",
        rf"^{_BEFORE}{_GAP}\b(?:change|correct|alter|amend|replace|fix)\b{_GAP}(?:the\s+)?(?:printed\s+)?{_A}\s+(?:to\s+read|to|with|by|into)\b{_GAP}{_B}(?:\s+(?:in|on|under)\s+the\s+(?P<after>{_IN_PRINT}.*?))?{_END}",
        rf"^{_BEFORE}{_GAP}\b(?:printed|reads|says|was|has|shows|is\s+given\s+as|is\s+printed\s+as|misprinted\s+as|original|old|wrong|incorrect|is\s+printed|listed\s+as)\b{_GAP}{_A}{_GAP}(?:but\s+|and\s+|it\s+|this\s+|the\s+|which\s+|that\s+|where\s+)*(?:{_SHOULD}|is\s+really|now(?:\s+reads)?|correct(?:ed)?(?:\s+(?:is|to|value))?|right|new|is\s+right|really){_GAP}{_B}{_END}",
        rf"^{_BEFORE}(?:[:;]|\s-)\s+{_A}{_GAP}{_ARROW}{_GAP}{_B}{_END}",
        rf"^{_BEFORE}(?:[:;]|\s-)\s+{_A}{_GAP}{_SHOULD}{_GAP}{_B}{_END}",
        rf"^{_BEFORE}(?:[:;]|\s-|,)?\s*(?P<a>{_Q}){_GAP}(?:\([^)]*\){_GAP})?(?:{_ARROW}|{_SHOULD}|{_TYPO}){_GAP}{_B}{_END}",
        rf"^{_BEFORE}(?:[:;]|\s-)\s+{_A}{_GAP}{_TYPO}{_GAP}{_B}{_END}",
        rf"^{_BEFORE}{_GAP}\bfrom\b{_GAP}{_A}\s+to\b{_GAP}{_B}{_END}",
        # somewhere before the word A stands, behind the place
        rf"^(?P<both>.*?){_GAP}(?:{_ARROW}|{_SHOULD}|{_TYPO}){_GAP}{_B}{_END}",
        rf"^{_BEFORE}{_GAP}\b(?:delete|omit|strike(?:\s+out)?|remove|ignore)\b{_GAP}(?:the\s+)?(?:words?\s+)?{_A}(?P<b>)(?:,.*)?{_END}",
    )
)
_HINT = re.compile(
    rf"{_ARROW}|\bs/|\b(?:should|ought|must|needs?\s+to|supposed|read|make\s+(?:it|that)|correct\s+is|but|wrong|change|correct|replace|amend|alter|becomes|instead|misprint|typo|now\s+reads|delete|omit|strike|from|rather)\b",
    re.IGNORECASE,
)
_HEAD_LABELS = re.compile(r"^\s*(?:[-*•·o]\s+|\(?[0-9]{1,3}[.)]\s+)")
_ID = re.compile(r"^\s*(?P<id>[A-Z]{1,6}-[0-9]{3}[a-z]?)\b[\s:.)-]*")
_ABOUT = re.compile(
    r"^(?:the\s+)?(?:value|entry|number|hex|text|result|cell|figure|word|words|date|code|line|sentence)\s+",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"(?:and\s+|but\s+)?(?:it|this|that|these|they|both|which|the\s+value|the\s+entry)", re.IGNORECASE
)
_SPLIT = re.compile(r"\s*;\s*(?:and\s+|also\s+)?|\s*\.\s+(?=[A-Z])|,?\s+(?:and\s+also|and|also|likewise|while)\s+|,\s+")
_SUFFIXES = 8
"""Words before a correction that may all be the printed value."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a correction."""

    place: str
    printed: str | None
    """None: the list does not say what is printed."""
    corrected: str
    rest: str = ""
    """Reasons and remarks."""
    surely: bool = True
    """Whether the line itself shows where each value begins and ends."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One correction that a line asks for."""

    line: int
    text: str
    readings: tuple[Reading, ...]
    id: str = ""
    heading: str = ""
    """The headings above the line."""
    why: str = ""
    source: str = ""


def claims_in(number: int, text: str, heading: str = "") -> list[Claim]:
    """Return the corrections that a line asks for; none if it asks for none.

    >>> [claim.readings[0] for claim in claims_in(1, "Unit 5, Dec 40: for Q16 read QQ16.")]
    [Reading(place='Unit 5, Dec 40', printed='Q16', corrected='QQ16', rest='', surely=True)]
    """
    line = _HEAD_LABELS.sub("", typed(text))
    named = _ID.match(line)
    id_, line = (named["id"], line[named.end() :]) if named else ("", line)
    parts = _parted(line)
    found = [Claim(number, part, tuple(readings_of(part)), id_, heading) for part in parts]
    found = [claim for claim in found if claim.readings]
    if len(found) < 2:
        return found
    first = found[0].readings[0].place
    return [found[0], *(replace(claim, heading=f"{heading} {first}".strip()) for claim in found[1:])]


def _parted(line: str) -> list[str]:
    """Cut a line where each part corrects something by itself."""
    hidden, quotes = _hide(line)
    if len(_HINT.findall(hidden)) < 2:
        return [line]
    parts, begun = list[str](), ""
    for piece, sign in _pieces(hidden):
        if begun and _says_all(begun) and _says_all(piece):
            parts.append(begun)
            begun = piece
        else:
            begun = f"{begun}{sign}{piece}" if begun else piece
    return [_show(part, quotes) for part in [*parts, begun] if part.strip()]


def _pieces(hidden: str) -> Iterator[tuple[str, str]]:
    at, sign = 0, ""
    for match in _SPLIT.finditer(hidden):
        if _says_all(hidden[at : match.start()]) and _says_all(hidden[match.end() :]):
            yield hidden[at : match.start()], sign
            at, sign = match.end(), match[0]
    yield hidden[at:], sign


def _says_all(part: str) -> bool:
    """Whether a part of a line names two values."""
    return any(_matched(pattern, part) for pattern in _PATTERNS[:-1]) and not re.fullmatch(
        r"\s*(?:it\s+|this\s+)?(?:should|must|ought).*", part, re.IGNORECASE
    )


def _matched(pattern: re.Pattern[str], part: str) -> bool:
    match = pattern.match(part)
    groups = match.groupdict() if match else {}
    value = (groups.get("a") or groups.get("both") or "").strip()
    return bool(value and (groups.get("b") or "").strip())


def readings_of(text: str) -> Iterator[Reading]:
    """Yield the ways to read a text as a correction, the likeliest first, each once."""
    hidden, quotes = _hide(text)
    if not _HINT.search(hidden) and not re.search(r",?\s+not\s+", hidden):
        return
    seen = set[tuple[str, str | None, str]]()
    for pattern in _PATTERNS:
        match = pattern.match(hidden)
        if match is None:
            continue
        for reading in _of_match(match, quotes):
            key = (reading.place, reading.printed, reading.corrected)
            if key not in seen:
                seen.add(key)
                yield reading


def _of_match(match: re.Match[str], quotes: list[str]) -> Iterator[Reading]:
    groups = {name: value or "" for name, value in match.groupdict().items()}
    if "tail" in groups:  # "from 3/41 to 12/41 (not 3/42 to 12/42)": as many words as the other value has
        said, count = groups["tail"].split(), len(groups["a"].split())
        groups |= {"place": " ".join(said[:-count]), "b": " ".join(said[-count:])}
    for corrected, said in _ends(groups["b"], groups.get("rest", ""), groups.get("a", ""), quotes):
        if "both" in groups:
            yield from _suffixes(groups["both"], corrected, said, quotes)
            continue
        place = " ".join(filter(None, (groups.get("place", ""), groups.get("after", ""))))
        printed = None if _PRONOUN.fullmatch(groups["a"].strip()) else _value(groups["a"], quotes)
        if printed == "" and groups["a"].strip(" ()").casefold() not in BLANKS | {"the entry", "it"}:
            continue
        if printed is None:
            yield from _suffixes(place, corrected, said, quotes)
            continue
        if printed and _OPEN not in groups["a"]:
            yield from _tails(place, groups["a"], corrected, said, quotes)
        yield Reading(_tidy(_show(place, quotes)), printed, corrected, said)
        shorter = _ABOUT.sub("", groups["a"])
        if shorter != groups["a"]:
            yield Reading(_tidy(_show(place, quotes)), _value(shorter, quotes), corrected, said)


def _ends(value: str, rest: str, printed: str, quotes: list[str]) -> Iterator[tuple[str, str]]:
    """Yield where the corrected value may end, and what follows it: a reason or a remark."""
    after = _remark(rest, quotes)
    cut = re.match(rf"\s*({_Q})(.*)", value)
    if cut is not None:
        yield _value(cut[1], quotes), f"{_remark(cut[2], quotes)} {after}".strip()
        return
    bracket = re.match(r"\s*\([^)]*\)", rest)  # `PP26(c4)`, `0/3 (Tobruk)`: it may belong to the value
    if bracket is not None and (not rest[0].isspace() or "(" in printed):
        yield _value(f"{value}{bracket[0]}", quotes), _remark(rest[bracket.end() :], quotes)
        if not rest[0].isspace():
            return
    if rest and rest[0] in ".;" and len(printed.split()) >= _SENTENCE and _Q_AT_ALL.search(printed) is None:
        yield _value(value + rest, quotes), ""
    yield _value(value, quotes), after
    for sign in (",", ":", " in the ", " on the ", " for "):
        at = value.find(sign)
        if at > 0:
            yield _value(value[:at], quotes), f"{_remark(value[at:], quotes)} {after}".strip()


def _remark(text: str, quotes: list[str]) -> str:
    said = _show(text, quotes).strip(" .;,:")
    return said[1:-1] if said[:1] == "(" and said[-1:] == ")" else said


_QUOTE_ENDS = re.compile(
    r"\s*(?:$|[.;:)(-]|,?\s*(?:which|but|it|this|that|for|in|on|here|there|is|as)\b)", re.IGNORECASE
)
"""What follows a quotation that is a whole value, not part of one."""
_BLANK = r"\b(?:the\s+(?:entry|cell|hex|box)\s+)?(?:is|are|was|left)\s+(?:left\s+)?(?:blank|empty|missing)\b"


def _suffixes(text: str, corrected: str, rest: str, quotes: list[str]) -> Iterator[Reading]:
    """Yield the ways to cut a text into a place and the printed value that ends it; the shortest value first."""
    words = text.split()
    if words and re.fullmatch(rf"{_Q}[.,:;]?", words[-1]):
        yield Reading(_tidy(_show(" ".join(words[:-1]), quotes)), _value(words[-1], quotes), corrected, rest)
    quoted = re.findall(_Q, text)
    if len(quoted) == 1 and corrected and _QUOTE_ENDS.match(text.partition(quoted[0])[2]):
        # "X reads "A", which is wrong. It should read B"
        place = text.replace(quoted[0], " ")
        yield Reading(_tidy(_show(place, quotes)), _value(quoted[0], quotes), corrected, rest)
    elif re.search(_BLANK, text, re.IGNORECASE):
        yield Reading(_tidy(re.sub(_BLANK, "", _show(text, quotes), flags=re.IGNORECASE)), "", corrected, rest)
    yield Reading(_tidy(_show(text, quotes)), None, corrected, rest, surely=False)


def _tails(place: str, printed: str, corrected: str, rest: str, quotes: list[str]) -> Iterator[Reading]:
    """Yield the reading in which only the last words before the verb are printed: "moves for 9 points: 10 points"."""
    said, new = printed.split(), corrected.split()
    if len(said) > len(new) > 1 and said[-1].casefold() == new[-1].casefold():
        head = " ".join([place, *said[: -len(new)]])
        yield Reading(_tidy(_show(head, quotes)), _value(" ".join(said[-len(new) :]), quotes), corrected, rest)


def _value(text: str, quotes: list[str]) -> str:
    quoted = re.fullmatch(rf"\s*{_Q}\s*[.,]?\s*", text)
    shown = _show(text, quotes, bare=True).strip()
    shown = shown if quoted else shown.removesuffix(".")
    shown = re.sub(r"^(?:the\s+word\s+|the\s+words\s+)", "", shown)
    return "" if shown.casefold() in BLANKS - {"-", "none"} else shown.strip(" ;").removesuffix(",")


def _tidy(place: str) -> str:
    return re.sub(r"^[\s.,;:]+|(?:[\s.,;:]|(?<=\s)-|^-\s)+$", "", place)


def _hide(text: str) -> tuple[str, list[str]]:
    """Put numbers in place of quotations, so that patterns do not look into them."""
    quotes: list[str] = []

    def kept(match: re.Match[str]) -> str:
        quotes.append(match[1] if match[1] is not None else match[2])
        return f"{_OPEN}{len(quotes) - 1}{_SHUT}"

    return _QUOTED.sub(kept, text), quotes


def _show(text: str, quotes: list[str], *, bare: bool = False) -> str:
    mark = "" if bare and re.fullmatch(rf"\s*{_Q}\s*[.,]?\s*", text) else '"'
    shown = re.sub(rf"{_OPEN}([0-9]+){_SHUT}", lambda match: f"{mark}{quotes[int(match[1])]}{mark}", text)
    return shown.strip().removesuffix(".") if bare and not mark and shown.strip().endswith('".') else shown
