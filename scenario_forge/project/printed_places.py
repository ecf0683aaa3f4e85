"""The same place on paper: what a person with the printed game beside the screen looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scenario_forge.source.nodes import Path


NAME_SIDES: Final = frozenset(("orders-of-battle", "time-track", "counters", "victory"))
"""Kinds of document whose places on paper have the name of a side in them."""


def paper_name(kind: str, stem: str, data: Any, path: Path, names: Mapping[str, str]) -> str:  # noqa: ANN401 - plain YAML data
    """``Allied order of battle, unit 5, column Dec 40``; empty where the file is on no component.

    ``names`` are the printed names of the sides by id; an id without one is capitalised.
    Works on data that did not validate: what is missing is left out.
    """
    namer = _NAMERS.get(kind)
    if namer is None or not isinstance(data, dict):
        return ""
    return ", ".join(part for part in namer(stem, data, path, names) if part)


def _named(names: Mapping[str, str], item: Any) -> str:  # noqa: ANN401
    return names.get(str(item)) or str(item).capitalize()


def _at(data: Any, *path: Any) -> Any:  # noqa: ANN401
    for step in path:
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data


def _label(items: Any, item_id: Any, field: str = "label") -> str:  # noqa: ANN401
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and item.get("id") == item_id:
            return str(item.get(field) or item_id)
    return str(item_id)


def _order_of_battle(stem: str, data: dict[str, Any], path: Path, names: Mapping[str, str]) -> list[str]:
    side = str(data.get("side") or stem)
    parts = [f"{_named(names, side)} order of battle"]
    if len(path) > 1 and path[0] in ("units", "markers"):
        row = _at(data, *path[:2])
        if isinstance(row, dict):
            parts.append(f"unit {row['no']}" if "no" in row else str(row.get("name") or row.get("marker") or ""))
        if len(path) > 2 and path[2] not in ("no", "name", "note", "marker"):
            parts.append(f"column {_column(data.get('columns'), path[2])}")
        elif len(path) > 2 and path[2] == "name":
            parts.append("identity")
    return parts


def _column(columns: Any, column: Any) -> str:  # noqa: ANN401
    label = _label(columns, column).strip(" *")
    if label == str(column) and label.endswith("+"):
        return f"after {_label(columns, label[:-1]).strip(' *')}"
    return label


def _time_track(_stem: str, data: dict[str, Any], path: Path, names: Mapping[str, str]) -> list[str]:
    if path and path[0] == "boxes":
        box = _at(data, *path[:2])
        turn = str(box.get("turn", "")) if isinstance(box, dict) else ""
        return ["Time record track", turn, _column_name(data, path[2], names) if len(path) > 2 else ""]
    if path and path[0] in ("starts", "stops"):
        return [f"{str(path[0])[:-1].capitalize()} dates", str(_at(data, *path[:2], "label") or "")]
    return ["Time record track"]


def _column_name(data: dict[str, Any], column: Any, names: Mapping[str, str]) -> str:  # noqa: ANN401
    """The printed name of a side, or of a column that the track declares."""
    name = names.get(str(column)) or _label(data.get("columns"), column, "name")
    return name[:1].upper() + name[1:]


def _charts(_stem: str, data: dict[str, Any], path: Path, _names: Mapping[str, str]) -> list[str]:
    if len(path) < 2:
        return ["Charts"]
    chart = _at(data, *path[:2])
    parts = [str(_at(chart, "title") or path[1])]
    if len(path) > 2 and path[2] == "rows" and len(path) > 3:
        parts.append(f"row {path[3]}")
        if len(path) > 4:
            parts.append(f"column {_at(chart, 'columns', path[4])}")
    elif len(path) > 3:
        word = {"columns": "heading", "modifiers": "modifiers", "states": "notes"}.get(str(path[2]), "")
        parts.append(f"{word} {_at(chart, 'columns', path[3])}" if path[2] == "columns" else word)
    return parts


def _rulebook(_stem: str, data: dict[str, Any], path: Path, _names: Mapping[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    if not isinstance(item, dict):
        return ["Rulebook"]
    if path[0] == "clauses":
        return [rule_name(str(item.get("rule", ""))), str(item.get("place") or "")]
    if path[0] == "rules":
        return [rule_name(str(item.get("number", ""))), str(item.get("title") or "")]
    return ["Rulebook", str(item.get("term") or "")]


def rule_name(number: str) -> str:
    """``Rule 8`` for a number; a chart or chapter keeps its short name."""
    return f"Rule {number}" if number[:1].isdigit() else number


def _map(_stem: str, data: dict[str, Any], path: Path, _names: Mapping[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    section = str(path[0]) if path else ""
    if section == "grid":
        return ["Map", f"{path[1]} of the grid" if len(path) > 1 else "grid"]
    if not isinstance(item, dict):
        return ["Map"]
    if section == "rows":
        sheet = str(path[2]) if len(path) > 2 and path[2] != "row" else ""
        return ["Map", f"row {item.get('row')}", f"{sheet} sheet" if sheet else ""]
    name = item.get("name") or item.get("hex") or item.get("id") or ""
    return ["Map", str(name)]


def _counters(_stem: str, data: dict[str, Any], path: Path, names: Mapping[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    if not path or not isinstance(item, dict):
        return ["Counter sheets"]
    if path[0] == "units":
        field = f"printed {path[2]}" if len(path) > 2 else ""
        return [f"Counter {_named(names, item.get('side', ''))} {item.get('no', '')}", field]
    return ["Counter sheets", str(item.get("name") or item.get("id") or "")]


_ENDING: Final = {"levels": "Levels of victory", "ledger": "Victory points", "sudden": "Sudden victory"}


def _victory(_stem: str, data: dict[str, Any], path: Path, names: Mapping[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    if not path or not isinstance(item, dict):
        return ["Victory table"]
    if path[0] == "decisive":
        return ["Decisive victory", _named(names, item.get("side", ""))]
    if path[0] in _ENDING:
        inner = _at(data, *path[:4]) if path[0] == "levels" and len(path) > 3 else {}
        name = str(inner.get("name", "")) if isinstance(inner, dict) else ""
        head = str(item.get("text") or item.get("id") or "")
        return [_ENDING[str(path[0])], head, name]
    return [
        "Victory table",
        str(item.get("stop", "")),
        f"{_named(names, item.get('side', ''))} objective",
        "",
    ]


def _scenario(stem: str, data: dict[str, Any], _path: Path, _names: Mapping[str, str]) -> list[str]:
    return [f"Scenario {data.get('title') or stem}"]


def _examples(_stem: str, data: dict[str, Any], path: Path, _names: Mapping[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    if not isinstance(item, dict):
        return ["Examples"]
    return [rule_name(str(item.get("rule", ""))), f"example {item.get('title') or item.get('id') or ''}"]


def _diagrams(_stem: str, data: dict[str, Any], path: Path, _names: Mapping[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    return ["Figure", str(item.get("title") or item.get("id") or "")] if isinstance(item, dict) else ["Figures"]


def _chronology(_stem: str, data: dict[str, Any], path: Path, _names: Mapping[str, str]) -> list[str]:
    date = _at(data, *path[:2], "date")
    return ["Chronology", str(date) if date else ""]


_NAMERS: dict[str, Callable[[str, dict[str, Any], Path, Mapping[str, str]], list[str]]] = {
    "orders-of-battle": _order_of_battle,
    "time-track": _time_track,
    "charts": _charts,
    "rulebook": _rulebook,
    "map": _map,
    "counters": _counters,
    "victory": _victory,
    "scenarios": _scenario,
    "examples": _examples,
    "diagrams": _diagrams,
    "chronology": _chronology,
}
