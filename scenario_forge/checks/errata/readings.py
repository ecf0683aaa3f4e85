"""What may be meant where a finding stands: what the check itself says, then what its words and places lead to.

A check gives candidates as data. Beside them, the value at a place that it compares with may be right, or a name that
it suggests, a number or a word of its message, a hex or a number one slip of the pen away.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from scenario_forge.checks.near_words import one_slip
from scenario_forge.diagnostics.model import Candidate, NewValue
from scenario_forge.documents.marks import Names
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.vocabulary import definitions, texts_of
from scenario_forge.source.nodes import Scalar, descend, path_at, span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.diagnostics.model import Evidence
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Data, Node, Path

_MEANT = re.compile(r"did you mean `?([^?`]+)`?\?|^([A-Z]{1,3}[0-9]{1,3}) would be")
_WORD = re.compile(r"[A-Za-z]+[0-9]+|[A-Za-z0-9/]+")
_MARK = re.compile(r"\([^()]*\)")
_TOKEN = re.compile(r"(?<![\w./])[-+]?(?:\d+(?:[./]\d+)*|\.\d+)(?![\w/])|(?<!\w)[A-Z]{1,3}\d{1,3}(?!\w)|`([^`]+)`")
_NUMBER = re.compile(r"(?<![\w./])(?:\d+(?:\.\d+)?|\.\d+)(?![\w/])")
_DATE = re.compile(r"(?<![\d/])(?P<month>1[0-2]|0?[1-9])/(?P<year>(?:\d\d)?\d\d)(?![\d/])")
_QUOTED = re.compile(r"\b(?:spelt|spelled|written|printed|misprinted|called|sic)\W*\Z", re.IGNORECASE)
_FEW = 16
"""Names of a kind that are all tried."""
_PROSE = 6
"""Words from which on a value is a text, in which no number is changed but by the check that has found it."""


def readings(game: Game, finding: Diagnostic) -> Iterator[Candidate]:
    """Yield what may be meant, each once, with what the check itself says first."""
    seen: set[str] = set()
    own = len(finding.candidates)
    generic = [*_suggested(game, finding), *_names(game, finding)]
    if not own:
        generic += [*_compared(game, finding), *_told(game, finding), *_slips(game, finding)]
    for number, candidate in enumerate(chain(finding.candidates, generic)):
        key = str(sorted((value.file, str(value.path), str(value.value)) for value in candidate.values))
        changed = [(_now(game, value), value.value) for value in candidate.values]
        if key in seen or any(old == new for old, new in changed):
            continue
        if number < own or not any(_drops(old, new) for old, new in changed):
            seen.add(key)
            yield candidate


def _drops(old: Data, new: Data) -> bool:
    """Whether a mark in brackets, such as a strength, would be left out: nothing is found then, and all is wrong."""
    return isinstance(old, str) and (not isinstance(new, str) or len(_MARK.findall(new)) < len(_MARK.findall(old)))


def _now(game: Game, value: NewValue) -> Data:
    file = game.read.get(value.file)
    found = node_in(file.root, value.path) if file is not None else None
    return found.data if found is not None else None


def node_in(root: Node | None, path: Path) -> Node | None:
    """Return the node at a path; None where there is none."""
    node, depth = descend(root, path) if root is not None else (None, -1)
    return node if depth == len(path) else None


def leaf_at(game: Game, span: Span) -> tuple[GameFile, Path, Scalar] | None:
    """Return the single value in the game at a place in the text, of whose words the place may be a part."""
    file = game.read.get(span.file)
    source = file.source if file is not None else None
    if file is None or source is None or source.root is None or file.root is None:
        return None
    path = path_at(source.root, source.text, source.offsets(span)[0])
    leaf = node_in(file.root, path)
    if not isinstance(leaf, Scalar):
        return None
    at = node_in(source.root, path)
    here = span_of(at, file.name) if at is not None else None
    if here is None or not _within(span, here):
        return None
    return file, path, leaf


def _within(one: Span, other: Span) -> bool:
    return (other.line, other.column) <= (one.line, one.column) and (one.end_line, one.end_column) <= (
        other.end_line,
        other.end_column,
    )


def part_under(file: GameFile, path: Path, span: Span) -> tuple[int, int]:
    """Return the characters of a one-line value that lie under a span; all of it where that cannot be told."""
    leaf, here = node_in(file.source.root, path), node_in(file.root, path)
    whole = (0, len(str(here.data)) if here is not None else 0)
    if here is None or not isinstance(leaf, Scalar) or leaf.data != here.data:  # an erratum has replaced it
        return whole
    quote = 1 if leaf.style in ('"', "'") else 0
    if span.line != span.end_line or leaf.start.line + 1 != span.line:
        return whole
    start = span.column - 1 - leaf.start.column - quote
    end = start + span.end_column - span.column
    return (start, end) if 0 <= start < end <= whole[1] else whole


def _new(file: GameFile, path: Path, value: Data, why: str, evidence: Evidence) -> Candidate:
    return Candidate((NewValue(file.name, path, value),), why, evidence)


def _is_prose(data: Data) -> bool:
    return isinstance(data, str) and len(data.split()) >= _PROSE


# -- what the check suggests -----------------------------------------------------------------------


def _suggested(game: Game, finding: Diagnostic) -> Iterator[Candidate]:
    found = leaf_at(game, finding.span)
    if found is None:
        return
    file, path, leaf = found
    text = str(leaf.data)
    start, end = part_under(file, path, finding.span)
    for meant in _meant(finding):
        if not isinstance(leaf.data, str):
            if meant.lstrip("-").isdecimal():
                yield _new(file, path, int(meant), "suggested by the check", "suggested")
            continue
        if one_slip(text, meant):
            yield _new(file, path, meant, "suggested by the check", "suggested")
        if fits(text, start, end, meant):
            yield _new(file, path, text[:start] + meant + text[end:], "suggested by the check", "suggested")


def fits(text: str, start: int, end: int, meant: str) -> bool:
    """Return whether words may replace others: in a text, as many, and not where it speaks of its own spelling."""
    if not _is_prose(text):
        return True
    return len(meant.split()) == len(text[start:end].split()) and _QUOTED.search(text[:start]) is None


def _meant(finding: Diagnostic) -> Iterator[str]:
    ours = tuple(f"({candidate.why})" for candidate in finding.candidates)
    fixes = [fix for fix in finding.fixes if not fix.title.endswith(ours)]  # the others are the candidates themselves
    for words in (finding.help or "", *finding.notes, *(fix.title for fix in fixes)):
        for match in _MEANT.finditer(words):
            yield (match[1] or match[2]).strip()
    for fix in fixes:
        for edit in fix.edits:
            if edit.span == finding.span and "\n" not in edit.new:
                yield edit.new.strip("\"'")


# -- what stands at the places that the check compares ---------------------------------------------


def _compared(game: Game, finding: Diagnostic) -> Iterator[Candidate]:
    """The value of one place at the other; which of them is right, only the rest of the game can tell."""
    here = leaf_at(game, finding.span)
    for label in finding.labels if here else ():
        there = leaf_at(game, label.span)
        if here is None or there is None or _are_sisters(here[1], there[1]):
            continue
        for to, other, span in ((here, there, label.span), (there, here, finding.span)):
            value = _cast(to[2].data, other[2].data)
            near = value is not None and _near(to[0], str(to[2].data), str(value))
            if near and _form(str(value)) == _form(str(to[2].data)) and not _is_prose(value):
                place = span.paper or f"{span.file}, line {span.line}"
                yield _new(to[0], to[1], value, f"so it stands in {place}", "compared")


def _are_sisters(one: Path, other: Path) -> bool:
    """Whether two values are the same one of two items of a list: each item has its own."""
    return len(one) == len(other) and one[-1:] == other[-1:] and one[:-2] == other[:-2]


def _near(file: GameFile, old: str, new: str) -> bool:
    """Whether one value may be the other misprinted: where others stand is no reason for a unit to stand there."""
    return file.kind.name != "orders-of-battle" or one_slip(old, new)


def _cast(old: Data, new: Data) -> Data:
    """A value in the type of another; None where that is not possible."""
    if isinstance(old, bool) or isinstance(new, bool):
        return new if type(old) is type(new) else None
    if isinstance(old, str):
        return str(new) if isinstance(new, (str, int, float)) else None
    if isinstance(old, (int, float)):
        if isinstance(new, (int, float)):
            return new
        return int(new) if isinstance(new, str) and re.fullmatch(r"-?\d+", new) else None
    return None


# -- what its words name ---------------------------------------------------------------------------


def _told(game: Game, finding: Diagnostic) -> Iterator[Candidate]:
    """Numbers, hexes and words in quotes of the message in place of like ones in the value."""
    found = leaf_at(game, finding.span)
    if found is None or isinstance(found[2].data, bool) or _is_prose(found[2].data):
        return
    file, path, leaf = found
    text = str(leaf.data)
    start, end = part_under(file, path, finding.span)
    said = [finding.message, *finding.notes, *(label.text for label in finding.labels)]
    tokens = dict.fromkeys(match[1] or match[0] for words in said for match in _TOKEN.finditer(words))
    labelled = [there for label in finding.labels if (there := leaf_at(game, label.span)) is not None]
    sisters = {str(there[2].data) for there in labelled if there[0] is file and _are_sisters(path, there[1])}
    for token in tokens:
        if token in sisters:
            continue
        whole = _cast(leaf.data, token)
        if whole is not None and (not isinstance(leaf.data, str) or _alike(text, token)):
            yield from _if_near(file, path, text, whole)
        if not isinstance(leaf.data, str):
            continue
        if (start, end) != (0, len(text)) and _alike(text[start:end], token):
            yield from _if_near(file, path, text, text[:start] + token + text[end:])
        for match in _TOKEN.finditer(text):
            if match[0] != text and _alike(match[0], token):
                yield from _if_near(file, path, text, text[: match.start()] + token + text[match.end() :])


def _if_near(file: GameFile, path: Path, old: str, new: Data) -> Iterator[Candidate]:
    if _near(file, old, str(new)):
        yield _new(file, path, new, "named by the finding", "compared")


def _alike(one: str, other: str) -> bool:
    """Whether two words are of one form: letters and figures in the same order."""
    return _form(one) == _form(other)


def _form(word: str) -> str:
    return re.sub(r"[A-Za-z]+", "a", re.sub(r"\d+", "0", word)).lstrip("+-")


# -- slips of the pen ------------------------------------------------------------------------------


def _slips(game: Game, finding: Diagnostic) -> Iterator[Candidate]:
    """Values one slip of the pen away: hexes, months, numbers; of a marker too that the finding goes by."""
    yield from _slips_at(game, finding.span)
    for label in finding.labels:
        found = leaf_at(game, label.span)
        if found is not None and found[1][:1] == ("markers",):
            yield from _slips_at(game, label.span)


def _slips_at(game: Game, span: Span) -> Iterator[Candidate]:
    found = leaf_at(game, span)
    if found is None or isinstance(found[2].data, bool) or _is_prose(found[2].data):
        return
    file, path, leaf = found
    text = str(leaf.data)
    if isinstance(leaf.data, int):
        written: Iterator[str] = _numbers_near(text)
    else:
        start, end = part_under(file, path, span)
        of_hexes = file.kind.name in ("orders-of-battle", "scenarios")
        hexes = _hexes_near(game, text, start, end) if of_hexes else iter(())
        written = chain(hexes, _dates_near(text, start, end), _numbers_in(text, start, end))
    for each in written:
        yield _new(file, path, _cast(leaf.data, each), "a slip of the pen", "slip")


def _names(game: Game, finding: Diagnostic) -> Iterator[Candidate]:
    """Other names, where there are few of a kind, at the place of a finding and those that it compares with."""
    for span in (finding.span, *(label.span for label in finding.labels)):
        found = leaf_at(game, span)
        for name in _other_names(game, *found[:2]) if found is not None else ():
            if found is not None:
                yield _new(*found[:2], name, "another of the few names that may stand here", "slip")


def _other_names(game: Game, file: GameFile, path: Path) -> Iterator[str]:
    """The other names of a kind of which there are few, such as sides, for a value that is one of them."""
    here = next((each for each in texts_of(game)[file] if each.where[1:] == (path, "value", None)), None)
    if here is None or not isinstance(here.mark, Names):
        return
    for kind in here.mark.kind.split(" or "):
        known = dict.fromkeys(target.id for target, _where in definitions(game) if target.kind == kind)
        if len(known) <= _FEW:
            yield from known


def _numbers_in(text: str, start: int, end: int) -> Iterator[str]:
    for match in _NUMBER.finditer(text, start, end):
        head, tail = text[: match.start()], text[match.end() :]
        yield head[:-1] + match[0] + tail if head.endswith("-") else f"{head}-{match[0]}{tail}"
        yield from (head + number + tail for number in _numbers_near(match[0]))


def _dates_near(text: str, start: int, end: int) -> Iterator[str]:
    """A value with a month made another one slip away, or its year the one before or after."""
    for match in _DATE.finditer(text, start, end):
        for month in range(1, 13):
            if one_slip(match["month"], str(month)):
                yield text[: match.start("month")] + str(month) + text[match.end("month") :]
        for year in (int(match["year"]) + 1, int(match["year"]) - 1):
            yield text[: match.start("year")] + str(year) + text[match.end("year") :]


def _numbers_near(text: str) -> Iterator[str]:
    """A number with one figure misread, or one more or less."""
    if text.lstrip("-").isdecimal():
        for step in (1, -1, 2, -2):
            yield str(int(text) + step)
    for place, figure in enumerate(text):
        for other in "0123456789" if figure.isdecimal() else "":
            if other != figure and not (place == 0 and other == "0" and len(text) > 1):
                yield text[:place] + other + text[place + 1 :]


def _hexes_near(game: Game, text: str, start: int, end: int) -> Iterator[str]:
    """A cell with each hex between two places in it made another, one slip of the pen away."""
    grid = hex_map(game)
    for match in _WORD.finditer(text, start, end) if grid else ():
        if grid and (grid.grid.find(match[0]) is not None or match.span() == (start, end)):
            for name in grid.grid.ids:
                if one_slip(match[0], name):
                    yield text[: match.start()] + name + text[match.end() :]
