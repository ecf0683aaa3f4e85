"""Uses of a counter in other documents: only an unused one can be removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.editor.answers import LabelledPlace, Refused
from scenario_forge.editor.endpoint import Count, Name
from scenario_forge.editor.tables.shown import table_named
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.game.references import Target, references
from scenario_forge.source.nodes import Lines

if TYPE_CHECKING:
    from scenario_forge.api.tables.table import Line, Table
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

MOST = 20


Uses = TypedDict("Uses", {"uses": list[LabelledPlace]})
"""Where a counter is named."""


def uses_of(game: Game, table: Table, line: Line) -> list[Where]:
    """Return where other documents name a counter's unit, in order of file and line; nothing for other tables."""
    if table.name != "counters" or len(line.id) != 2 or not line.id[1].isdigit():
        return []
    named = references(game).of(Target("unit", f"{line.id[0]}/{int(line.id[1])}"))
    return [where for where in named if where.file.name != table.source.name]


def uses_data(game: Game, name: Name, row: Count) -> Uses:
    """Return the uses for the page, with their places in the texts; for a game that does not change meanwhile."""
    table, _usual = table_named(game, name)
    lines = table.lines(table.source.root) if table.source.root is not None else []
    found: list[LabelledPlace] = []
    for where in uses_of(game, table, lines[row])[:MOST] if row < len(lines) else ():
        span, text = where.span, where.file.source.text
        page, places = PageText(text), Lines(text)
        start, end = places.offset(span.line, span.column), places.offset(span.end_line, span.end_column)
        found.append(
            {
                "doc": where.file.name,
                "line": span.line,
                "from": page.to_page(start),
                "to": page.to_page(end),
                "label": where.file.paper(where.path) or f"{where.file.name}, line {span.line}",
            }
        )
    return {"uses": found}


def refuse_used(game: Game, table: Table, line: Line) -> None:
    """Refuse to remove a counter that other documents name.

    Raises:
        Refused: they do; the message says which.
    """
    root = table.source.root
    twins = sum(each.id == line.id for each in table.lines(root)) if root is not None else 0
    uses = uses_of(game, table, line) if twins == 1 else []
    if uses:
        names = dict.fromkeys(f"{where.file.name}, line {where.span.line}" for where in uses)
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        raise Refused(f"the counter is still used: {'; '.join(list(names)[:3])}{more}. Remove it there first")
