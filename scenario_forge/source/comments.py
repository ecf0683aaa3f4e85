"""Comments of a text, and findings that an author has accepted: ``# ignore: OOB007 - why``.

At the end of a line such a comment speaks of that line, on a line of its own of the next line that holds
something. A reason is required, and a comment that silences nothing is itself a finding.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.diagnostics import Diagnostic, Span, TextEdit
from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.source.codes import SUP001, SUP002, SUP003
from scenario_forge.source.nodes import scalars

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Mapping as Map

    from scenario_forge.diagnostics import Code
    from scenario_forge.source.nodes import Node
    from scenario_forge.source.read import Source


_COMMENT = re.compile(r"(?:(?<=[ \t\r\n])|\A)#[^\r\n]*")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment from its ``#`` to the end of its line, as offsets; ``alone`` if nothing stands before it."""

    start: int
    end: int
    text: str
    alone: bool


def comments(text: str, root: Node | None) -> list[Comment]:
    """Return the comments of a text, in order.

    A comment behind the ``|`` of a text of several lines counts as part of that text.
    """
    words = list(scalars(root)) if root else []
    starts = [word.start.index for word in words]
    found = []
    for match in _COMMENT.finditer(text):
        before = bisect_right(starts, match.start()) - 1
        if before >= 0 and match.start() < words[before].end.index:
            continue
        line = max(text.rfind("\n", 0, match.start()), text.rfind("\r", 0, match.start())) + 1
        alone = not text[line : match.start()].strip()
        found.append(Comment(match.start(), match.end(), match[0], alone))
    return found


# -- comments that silence findings ----------------------------------------------------------------


_HINT = re.compile(r"#[ \t]*ignore:")
_IGNORE = re.compile(r"#[ \t]*ignore:[ \t]*(?P<codes>.*?)(?:[ \t]+[-–—](?:[ \t]+(?P<reason>.*))?)?[ \t]*\Z")
_WORD = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment that silences findings: its codes or names, each with its place, and the line that it covers."""

    words: tuple[tuple[str, Span], ...]
    reason: str
    span: Span
    line: int
    removal: TextEdit
    """Takes the whole comment away."""
    listed: Span
    """The list of codes alone."""

    def covers(self, finding: Diagnostic) -> set[str]:
        """Return the words of the comment that silence a finding."""
        at = finding.span
        if not self.reason or at.file != self.span.file or not at.line <= self.line <= at.end_line:
            return set()
        return {word for word, _ in self.words if word in (finding.code.id, finding.code.name)}


def suppressions(source: Source) -> list[Suppression]:
    """Return the suppressions of a file; none in a file that cannot be read."""
    if source.root is None or not _HINT.search(source.text):
        return []
    found = comments(source.text, source.root)
    full_lines = {source.lines.position(c.start)[0] for c in found if c.alone}
    return [_suppression(source, c, match, full_lines) for c in found if (match := _IGNORE.match(c.text))]


def _suppression(source: Source, comment: Comment, match: re.Match[str], full_lines: set[int]) -> Suppression:
    lines, name = source.lines, source.name
    line, _ = lines.position(comment.start)
    begin, _ = lines.bounds(line)
    start, end = comment.start, comment.end
    if comment.alone:
        start = begin
        end = lines.bounds(line + 1)[0] if line < len(lines) else end
        while line < len(lines) and (line in full_lines or not _written(source, line)):
            line += 1
    else:
        start -= len(source.text[begin:start]) - len(source.text[begin:start].rstrip())
    first = comment.start + match.start("codes")
    words = tuple(
        (word[0], lines.span(name, first + word.start(), first + word.end())) for word in _WORD.finditer(match["codes"])
    )
    return Suppression(
        words,
        (match["reason"] or "").strip(),
        lines.span(name, comment.start, comment.end),
        line,
        TextEdit(lines.span(name, start, end), ""),
        lines.span(name, first, first + len(match["codes"])),
    )


def _written(source: Source, line: int) -> bool:
    start, end = source.lines.bounds(line)
    return bool(source.text[start:end].strip())


def apply_suppressions(
    diagnostics: Iterable[Diagnostic],
    sources: Iterable[Source],
    known: Callable[[], Map[str, Code]] | None = None,
    *,
    complete: bool = True,
) -> list[Diagnostic]:
    """Return the findings that are not silenced, and those about the silencing itself.

    Args:
        diagnostics: all findings of a run, so that an unused suppression is seen to be unused.
        sources: the files whose comments are heeded.
        known: gives all codes there are, by id, to tell a misspelt code from an unused one. Called only where a
            comment names a code that silenced nothing, since the answer imports half the package.
        complete: False where a file could not be read, so that checks stayed silent: then a suppression
            that silences nothing may yet be needed.
    """
    given = [each for source in sources for each in suppressions(source)]
    if not given:
        return list(diagnostics)
    by_line: dict[tuple[str, int], list[Suppression]] = {}
    for each in given:
        by_line.setdefault((each.span.file, each.line), []).append(each)
    used: dict[int, set[str]] = {}
    kept = []
    for finding in diagnostics:
        silent = False
        for line in range(finding.span.line, finding.span.end_line + 1):
            for each in by_line.get((finding.span.file, line), ()):
                words = each.covers(finding)
                used.setdefault(id(each), set()).update(words)
                silent = silent or bool(words)
        if not silent:
            kept.append(finding)
    for each in given:
        kept += _judged(each, used.get(id(each), set()), known, complete=complete)
    return kept


def _judged(
    each: Suppression, used: set[str], known: Callable[[], Map[str, Code]] | None, *, complete: bool
) -> list[Diagnostic]:
    if not each.reason:
        codes = ", ".join(word for word, _ in each.words)
        finding = SUP001.at(each.span, codes=codes or "nothing")
        return [finding.suggest(f"write the reason behind a hyphen: `# ignore: {codes or 'CODE'} - …`")]
    idle = [(word, span) for word, span in each.words if word not in used]
    names = {name for code in known().values() for name in (code.id, code.name)} if known and idle else None
    strange = [(w, span) for w, span in idle if names is not None and w not in names]
    found = [SUP003.at(span, word=w).suggest(did_you_mean(w, names or ())) for w, span in strange]
    unused = [w for w, span in idle if complete and (w, span) not in strange]
    if unused or not each.words:
        finding = SUP002.at(each.span, code=" or ".join(unused) or "of any code")
        rest = [w for w, _ in each.words if w not in unused]
        edit = TextEdit(each.listed, ", ".join(rest)) if rest else each.removal
        title = f"remove {', '.join(unused)}" if rest else "remove the comment"
        found.append(finding.fix(title, edit, safe=True))
    return found
