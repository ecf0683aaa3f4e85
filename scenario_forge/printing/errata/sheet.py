"""The sheet with what has changed, as two documents: counters with their backs; list, patches and pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING

from scenario_forge.printing.counters.layout import SheetPlan, arrange, grid_of
from scenario_forge.printing.counters.sheets import Faces, sheet_pages
from scenario_forge.printing.errata.paste import lay_out, pasted, patch_pages
from scenario_forge.printing.pages import saved, sheets_pdf
from scenario_forge.printing.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.errata.changed import Changed, Whole


@dataclass(frozen=True)
class SheetFiles:
    """What is printed. A part that has nothing is None."""

    counters: bytes | None
    plan: SheetPlan | None
    """Where the counters stand."""
    rest: bytes


def sheet_files(brief: Brief, made: Changed, between: tuple[str, str], ids: Sequence[str]) -> SheetFiles:
    """Draw it.

    Args:
        brief: the later state of the game.
        made: what has changed.
        between: what both states are called.
        ids: the errata that lie between them.
    """
    plan = counter_plan(brief, made) if made.groups else None
    counters = None
    if plan is not None:
        title = brief.words("changes_counters")
        pages = sheet_pages(brief, plan, Faces(brief), title, [])
        counters = sheets_pdf(brief, f"{brief.game.title}: {title}", pages)
    return SheetFiles(counters, plan, _rest(brief, made, plan, between, ids))


def counter_plan(brief: Brief, made: Changed) -> SheetPlan:
    """A grid no larger than it must be, so that no card goes to waste."""
    grid = grid_of(brief)
    count = made.counters
    columns = min(grid.columns, count)
    rows = min(grid.rows, -(-count // columns))
    small = replace(grid, columns=columns, rows=rows, left=(grid.width - columns * grid.side) / 2)
    return SheetPlan(small, made.groups, arrange(made.groups, small, []))


def _rest(brief: Brief, made: Changed, plan: SheetPlan | None, between: tuple[str, str], ids: Sequence[str]) -> bytes:
    import pikepdf  # noqa: PLC0415 - heavy

    title = f"{brief.game.title}: {brief.words('changes_title')}"
    page = brief.page(title)
    parts = [typeset("changes.typ", page | _list(brief, made, plan, between, ids), longest=4000)]
    layout = lay_out(brief, made.patches)
    if layout:
        parts.append(pasted(sheets_pdf(brief, title, patch_pages(brief, layout)), layout))
    with pikepdf.new() as document:
        for part in parts:
            with pikepdf.open(BytesIO(part)) as source:
                document.pages.extend(source.pages)
        for whole in made.whole:
            with pikepdf.open(BytesIO(whole.pdf)) as source:
                for number in whole.pages:
                    document.pages.append(source.pages[number])
        return saved(document)


def _list(
    brief: Brief, made: Changed, plan: SheetPlan | None, between: tuple[str, str], ids: Sequence[str]
) -> dict[str, object]:
    """What the template of the list reads."""
    words = brief.words
    sections = [
        {"title": words(f"changes_list_{key}"), "lines": lines, "numbered": key == "patches"}
        for key, lines in (
            ("counters", list(_counter_lines(brief, made, plan))),
            ("patches", [patch_line(brief, patch) for patch in made.patches]),
            ("whole", [_whole_line(brief, whole) for whole in made.whole]),
            ("named", made.named),
        )
        if lines
    ]
    return {
        "game": brief.game.title,
        "title": words("changes_title"),
        "lead": words("changes_from", before=between[0], after=between[1]),
        "how": words("changes_how") if not made.nothing else words("changes_nothing"),
        "sections": sections,
        "ids": words("changes_errata", ids=", ".join(ids)) if ids else "",
    }


def _counter_lines(brief: Brief, made: Changed, plan: SheetPlan | None) -> Iterator[str]:
    words = brief.words
    places = {piece.id: plan.name(slot) for _sheet, slot, piece in plan.slots()} if plan else {}
    for group in made.groups:
        named = [f"{_name(piece)} ({places[piece.id]})" for piece in group.pieces]
        said = words("changes_counter_line", count=len(group.pieces), names=", ".join(named))
        yield f"{group.title}: {said}"
    if made.gone:
        yield words("changes_gone", names=", ".join(made.gone))


def _name(piece: object) -> str:
    item = getattr(piece, "item", None)
    no = getattr(item, "no", None)
    name = str(getattr(item, "name", ""))
    return f"{no} {name}" if no is not None else name


def patch_line(brief: Brief, patch: object) -> str:
    """Where a patch goes."""
    from scenario_forge.printing.errata.changed import Patch  # noqa: PLC0415 - the two name each other

    assert isinstance(patch, Patch)  # noqa: S101 - only patches are laid out
    words = brief.words
    if patch.place:
        return words("changes_hex_line", title=patch.title, hexes=patch.place)
    x, y = (round(value) for value in patch.box[:2])
    return words("changes_patch_line", title=patch.title, page=patch.page + 1, x=x, y=y)


def _whole_line(brief: Brief, whole: Whole) -> str:
    words = brief.words
    if whole.new:
        return words("changes_new_line", title=whole.title)
    pages = words("changes_page_line", title=whole.title, pages=", ".join(str(n + 1) for n in whole.pages))
    said = dict.fromkeys(words(f"changes_why_{key}", number=number) for key, number in whole.reasons)
    return f"{pages} ({'; '.join(said)})" if said else pages
