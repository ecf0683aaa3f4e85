"""Changes written into the file of a scenario; everything else in it stays to the letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.project.reading.provenance import BasisMap
from scenario_forge.source.compose import compose
from scenario_forge.source.emit import Rows, document, entries, inline
from scenario_forge.source.nodes import EditRefused, Mapping, Sequence, content_end, entry_starts, splice

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Sequence as Seq

    from scenario_forge.documents.rulebook import Setting
    from scenario_forge.source.nodes import Data
    from scenario_forge.source.read import Source

KEY = "changes"
_PROVENANCE = "provenance"
Piece = tuple[int, int, str]
"""A stretch of text by its offsets, and what comes instead."""


def _row(setting: Setting) -> dict[str, Data]:
    """A change as an item of the list.

    Raises:
        EditRefused: its value is a whole list or table.
    """
    value = setting.value
    if isinstance(value, (dict, list)):
        raise EditRefused("a change of a whole list or table is not written by machine")
    return {"at": setting.at, "value": value}


def block(settings: Iterable[Setting], why: Seq[str]) -> str:
    """A list of changes by itself, with the reason before it.

    Raises:
        EditRefused: a value is a whole list or table.
    """
    return document({KEY: Rows(map(_row, settings))}, {(KEY, 0): why})


def with_changes(source: Source, new: Seq[Setting], why: Seq[str]) -> str:
    """The text of a scenario's file in which values are changed, the reason in comments before them.

    A value that is changed already gets the new one in its place.

    Raises:
        EditRefused: the file has another form than this can keep.
    """
    if not isinstance(source.root, Mapping) or source.root.flow:
        raise EditRefused(f"{source.name} is not a list of keys, one a line")
    listed = source.root.values.get(KEY)
    old, line = source.text, source.newline
    ours = _ours(source, source.root)
    if listed is None:
        text = splice(old.rstrip("\r\n"), ours) + "\n\n" + block(new, why)
    elif not isinstance(listed, Sequence):
        raise EditRefused(f"`{KEY}` of {source.name} is no list")
    elif not listed.items:
        made = "\n" + block(new, why).partition("\n")[2].rstrip()
        text = splice(old, [*ours, (listed.start.index, listed.end.index, made)])
    else:
        text = splice(old, [*ours, *_pieces(old, listed, source.root.keys[KEY].start.index, new, why)])
    text = text.replace("\r\n", "\n").replace("\n", line)
    _must_hold(source, text, new)
    return text


def _ours(source: Source, root: Mapping) -> list[Piece]:
    """That the changes are not printed, where the file would have them so."""
    if BasisMap.of(root).at((KEY,)) == "proposed":
        return []
    text, listed = source.text, root.values.get(_PROVENANCE)
    if listed is None:
        after = content_end(root.values["basis"], text) if "basis" in root.values else None
        if after is None:
            raise EditRefused(f"{source.name} does not say what it rests on")
        after += len(text[after:].split("\n", 1)[0].rstrip("\r"))
        return [(after, after, f"\n\n{_PROVENANCE}:\n{_entry(2)}")]
    if not isinstance(listed, Sequence) or listed.flow:
        raise EditRefused(f"`{_PROVENANCE}` of {source.name} is no list with an item a line")
    end = content_end(listed, text)
    end += len(text[end:].split("\n", 1)[0].rstrip("\r"))
    return [(end, end, "\n" + _entry(listed.start.column))]


def _entry(column: int) -> str:
    made: dict[str, object] = {"at": [KEY], "basis": "proposed", "why": "tried in games, see there"}
    return entries([made], indent=column).rstrip()


def _pieces(text: str, listed: Sequence, key: int, new: Seq[Setting], why: Seq[str]) -> list[Piece]:
    """The changes of the text where there is a list already."""
    places = {str(each.data.get("at")): n for n, each in enumerate(listed.items) if isinstance(each, Mapping)}
    known = [setting for setting in new if setting.at in places]
    added = [setting for setting in new if setting.at not in places]
    pieces = []
    for setting in known:
        row = listed.items[places[setting.at]]
        value = row.values["value"] if isinstance(row, Mapping) else row
        pieces.append((value.start.index, content_end(value, text), inline(_row(setting)["value"])))
    column = 0 if listed.flow else listed.start.column
    told = "".join(f"{' ' * column}# {line}\n" for line in why)
    if listed.flow:
        pieces.append((key, key, told))
        end = content_end(listed.items[-1], text)
        pieces += [(end, end, "".join(f", {inline(_row(each))}" for each in added))] if added else []
        return pieces
    if added:
        end = content_end(listed, text)
        end = end + len(text[end:].split("\n", 1)[0].rstrip("\r"))
        items = entries(Rows(map(_row, added)), {0: why}, column)
        return [*pieces, (end, end, "\n" + items.rstrip())]
    first = entry_starts(listed, text)[min(places[setting.at] for setting in known)]
    start = text.rfind("\n", 0, first) + 1
    return [*pieces, (start, start, told)]


def _must_hold(source: Source, text: str, new: Seq[Setting]) -> None:
    """The new text says what the old one said, and the changes."""
    after = compose(text, source.name)[0]
    before = source.root.data if source.root else None
    if after is None or not isinstance(after.data, dict) or not isinstance(before, dict):
        raise EditRefused(f"{source.name} could not be read with the changes")
    listed = before.get(KEY) or []
    found = after.data.get(KEY)
    values = {setting.at: setting.value for setting in new}
    wanted = [
        {**each, "value": values.pop(str(each["at"]))} if isinstance(each, dict) and each.get("at") in values else each
        for each in (listed if isinstance(listed, list) else [])
    ]
    wanted += [{"at": at, "value": value} for at, value in values.items()]
    free = (KEY, _PROVENANCE)
    same = {k: v for k, v in before.items() if k not in free} == {k: v for k, v in after.data.items() if k not in free}
    was, now = before.get(_PROVENANCE) or [], after.data.get(_PROVENANCE) or []
    same &= isinstance(was, list) and isinstance(now, list) and now[: len(was)] == was
    if found != wanted or not same:
        raise EditRefused(f"{source.name} has a form in which the changes cannot be written without touching the rest")
