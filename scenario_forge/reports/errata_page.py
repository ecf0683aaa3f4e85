"""The living list of errata: one page, by component, with what is new, a log of changes, and the printings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compare.corrections import COMPONENTS
from scenario_forge.reports.build_report import STYLE
from scenario_forge.reports.html import attribute, link, page, section, table, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.compare.corrections import Correction, Corrections, Piece
    from scenario_forge.project.game import Game

_STYLE = (
    STYLE
    + """\
.errata { table-layout: fixed; min-width: 46rem; }
.errata th:nth-child(1) { width: 8rem; padding-left: .95rem; } .errata th:nth-child(2) { width: 17%; }
.errata th:nth-child(3), .errata th:nth-child(4) { width: 18%; }
.errata td { padding-right: 1rem; }
.errata td:first-child { padding-left: .6rem; border-left: 5px solid transparent; }
tr.new td:first-child { border-left-color: var(--error); }
tr.kept { color: var(--quiet); }
tr.kept .value { text-decoration: line-through; }
.was mark { background: none; color: var(--error); text-decoration: line-through; text-decoration-thickness: 1px; }
.now mark { background: none; color: inherit; font-weight: 700; }
.status { display: block; font-size: .85em; color: var(--quiet); }
.blank { color: var(--quiet); font-style: italic; }
.legend span { display: inline-block; margin-right: 1.5rem; }
.legend .rule { width: 5px; height: 1em; margin: 0 .4rem -.15em 0; background: var(--error); }
"""
)
_BY = {"publisher": "The publisher: ", "designer": "The designer: ", "editor": "The editor of the source: ", "us": ""}
_STATUS = {
    "official": "official",
    "editorial": "editorial",
    "proposed": "proposed",
    "rejected": "rejected, never applied",
    "withdrawn": "withdrawn, never applied",
}


def errata_page(game: Game, listed: Corrections) -> str:
    """The page; the same values give the same bytes."""
    parts = {key: _component(key, title, listed) for key, title in COMPONENTS}
    parts |= {"log": _log(listed), "printings": _printings(listed)}
    titles = dict(COMPONENTS) | {"log": "Change log", "printings": "Which printing do I have?"}
    contents = "".join(
        f"<li>{link(f'#{key}', text(titles[key]))}{_count(listed, key)}</li>" for key, inner in parts.items() if inner
    )
    return page(
        f"{game.title}: errata",
        _STYLE,
        [
            link("#contents", "To the list", class_="skip"),
            _head(game, listed),
            f'<nav id="contents" aria-label="Contents"><ul>{contents}</ul></nav>',
            "<main>",
            *parts.values(),
            "</main>",
        ],
    )


def _count(listed: Corrections, key: str) -> str:
    rows = listed.of(key)
    return f' <span class="quiet">{len(rows)}</span>' if rows else ""


def _head(game: Game, listed: Corrections) -> str:
    about = game.about
    shown = [row for row in listed.rows if not row.stated]
    new = sum(row.new for row in shown)
    parts = [
        f"edition {about.edition}" if about else "",
        f"errata version {listed.version}" if listed.version else "",
    ]
    sums = [("corrections", sum(row.applies for row in shown))]
    sums += [(status, sum(row.erratum.status == status for row in shown)) for status in _STATUS]
    sums += [(f"new since {listed.since}", new)] if listed.since else []
    figures = "".join(f"<li><b>{number}</b> {text(name)}</li>" for name, number in sums if number)
    bar = f'<span><span class="rule"></span>new or changed since version {text(listed.since)}</span>'
    legend = (
        f'<p class="legend">{bar if listed.since else ""}'
        "<span>official: by publisher or designer</span><span>editorial: by who edited the source</span>"
        "<span>proposed: ours, not the publisher's</span></p>"
    )
    return (
        f"<header>\n<h1>{text(game.title)}: errata</h1>\n"
        f'<p class="quiet">{text(" · ".join(part for part in parts if part))}</p>\n'
        f'<ul class="sums">{figures}</ul>\n{legend}\n</header>'
    )


def _component(key: str, title: str, listed: Corrections) -> str:
    rows = listed.of(key)
    if not rows:
        return ""
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("Number", "Where", "Was", "Is", "Why, and who says so"))
    body = "\n".join(_row(row) for row in rows)
    inner = f'<table class="errata"><thead><tr>{heads}</tr></thead><tbody>\n{body}\n</tbody></table>'
    return section(key, title, f'<div class="wide" tabindex="0">{inner}</div>')


def _row(row: Correction) -> str:
    erratum = row.erratum
    kinds = [name for name, holds in (("new", row.new), ("kept", not row.applies)) if holds]
    status = _STATUS[erratum.status] + (", in this printing already" if row.incorporated else "")
    when = f"({erratum.date or 'not dated'})"
    revised = "".join(
        f'<br><span class="quiet">version {text(each.version)}: {text(each.what)}</span>' for each in erratum.revised
    )
    return (
        f'<tr id="{attribute(erratum.id)}"{f""" class="{" ".join(kinds)}" """.rstrip() if kinds else ""}>'
        f"<td><b>{text(erratum.id)}</b>"
        f'<span class="status">{text(status)}</span>'
        + (f'<span class="status">since {text(erratum.since)}</span>' if erratum.since else "")
        + f'</td><td>{text(row.place)}</td><td class="value was">{_value(row.was)}</td>'
        f'<td class="value now">{_value(row.now)}</td>'
        f'<td>{text(erratum.why)}<br><span class="quiet">{_BY[erratum.by]}'
        f"{text(erratum.source)} {text(when)}</span>{revised}</td></tr>"
    )


def _value(pieces: Sequence[Piece]) -> str:
    if not pieces:
        return '<span class="blank">nothing</span>'
    return "".join(f"<mark>{text(words)}</mark>" if changed else _spaced(words) for words, changed in pieces)


def _spaced(words: str) -> str:
    """Plain words with the blanks at their ends, which `text` would keep in any case but not show."""
    return f"{' ' if words[:1].isspace() else ''}{text(words.strip())}{' ' if words[-1:].isspace() else ''}"


def _log(listed: Corrections) -> str:
    rows = [
        [f"<b>{text(edition.version)}</b>", text(edition.date), text(edition.note), "<br>".join(map(text, changes))]
        for edition, changes in listed.log
    ]
    return section("log", "Change log", table(["Version", "Date", "What is new", "Numbers"], rows)) if rows else ""


def _printings(listed: Corrections) -> str:
    """How each printing is known, and what it has already."""
    rows = list(_printing_rows(listed))
    return (
        section(
            "printings",
            "Which printing do I have?",
            table(["Printing", "It is this one if", "Has already", "Take from the list"], rows),
        )
        if rows
        else ""
    )


def _printing_rows(listed: Corrections) -> Iterator[list[str]]:
    applied = [row for row in listed.rows if row.applies]
    for printing in listed.printings:
        has = [row.erratum.id for row in applied if printing.id in row.erratum.incorporated_in]
        others = [
            row.erratum.id for row in applied if row.erratum.applies_to and printing.id not in row.erratum.applies_to
        ]
        year = f" ({printing.year})" if printing.year else ""
        ours = '<br><span class="quiet">the files reproduce this one</span>' if printing.id == listed.printing else ""
        but = [*has, *others]
        take = f"all but {', '.join(but)}" if but else "all"
        yield [
            f"<b>{text(printing.name)}</b>{text(year)}{ours}",
            text(printing.recognise),
            text(", ".join(has) or "none"),
            text(take),
        ]
