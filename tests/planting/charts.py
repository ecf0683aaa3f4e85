"""Slips in charts."""

from __future__ import annotations

from .edits import one

AS_GOOD = {
    "CHT001": {"CHT002", "CHT003", "CHT011"},
    "CHT002": {"CHT001", "CHT003", "CHT011"},
    "CHT004": {"CHT011"},
    "CHT015": {"CHT001"},
}
SEARCHED = {"CHT006": 12, "CHT003": 12, "CHT004": 12}


def _charts(book):
    """Charts as they are, without those that errata change: file, path, data."""
    for name in book.files("charts"):
        for key, chart in book.data(name)["charts"].items():
            yield name, ("charts", key), chart


def _new(book, what, **chart):
    for name in book.files("charts"):
        yield from one(what, book.set(name, ("charts", "zz"), {"title": "Zz"} | chart))


def _scales(book, *notations):
    """Headings that are spans or numbers: file, chart, scale, headings."""
    for name, path, chart in _charts(book):
        for key, scale in (("columns", "column_scale"), ("rows", "row_scale")):
            if (chart.get(scale) or {}).get("notation") in notations and isinstance(chart[key], list | dict):
                yield name, path, key, list(chart[key])


def _rename_row(book, name, path, old, new):
    return book.rename_key(name, (*path, "rows", old), new)


def _heading(book, name, path, key, number, headings, new):
    if key == "columns":
        return book.set(name, (*path, "columns", number), new)
    return _rename_row(book, name, path, headings[number], new)


def cht001(book, _):
    for name, path, key, headings in _scales(book, "ranges", "number"):
        for number in range(1, len(headings)):
            edit = _heading(book, name, path, key, number, headings, headings[number - 1])
            if key == "columns":
                yield from one(f"{path[1]}: {headings[number - 1]} twice", edit)
    yield from _new(
        book, "two columns of 1", columns=["1", "1-2"], rows={"Loss": ["3", "4"]}, column_scale={"notation": "ranges"}
    )


def cht002(book, _):
    for name, path, key, headings in _scales(book, "ranges", "number"):
        if key == "columns":
            for number in range(1, len(headings) - 1):
                chart = book.data(name)["charts"][path[1]]
                left = [*headings[:number], *headings[number + 1 :]]
                rows = chart["rows"]
                if isinstance(rows, dict) and all(
                    isinstance(row, list) and len(row) == len(headings) for row in rows.values()
                ):
                    cut = {head: [*row[:number], *row[number + 1 :]] for head, row in rows.items()}
                    yield from one(
                        f"{path[1]}: no {headings[number]}",
                        book.set(name, (*path, "columns"), left),
                        book.set(name, (*path, "rows"), cut),
                    )
    yield from _new(
        book, "no column for 3", columns=["1-2", "4-5"], rows={"Loss": ["3", "4"]}, column_scale={"notation": "ranges"}
    )


def _rolled(book):
    """Charts whose rows are rolled for: file, path, chart."""
    for name, path, chart in _charts(book):
        if chart.get("die") and isinstance(chart["rows"], dict) and len(chart["rows"]) > 2:
            yield name, path, chart


def _rolled_anew(book, what, last, **scale):
    """A chart for one die with rows from 1."""
    rows = {str(n): [str(n)] for n in range(1, last + 1)}
    scale = {"notation": "number", "first": 1, "last": 6} | scale
    yield from _new(book, what, die="1d6", columns=["Effect"], rows=rows, row_scale=scale)


def cht003(book, _):
    for name, path, chart in _rolled(book):
        if (chart.get("row_scale") or {}).get("beyond") != "clamp":
            yield from one(f"{path[1]}: 9 more", book.set(name, (*path, "row_scale", "modifiers"), [9]))
    yield from _rolled_anew(book, "a die beyond the rows", 6, modifiers=[1])


def cht004(book, _):
    for name, path, chart in _rolled(book):
        row = list(chart["rows"].values())[-1]
        yield from one(f"{path[1]}: a row for 99", book.set(name, (*path, "rows", "99"), row))
    yield from _rolled_anew(book, "a row for 7", 7, modifiers=[-1], beyond="clamp")


def _lists(book):
    for name, path, chart in _charts(book):
        listed = chart["rows"]
        for key, row in listed.items() if isinstance(listed, dict) else enumerate(listed):
            if isinstance(row, list):
                yield name, (*path, "rows", key), row


def cht005(book, _):
    for name, path, row in _lists(book):
        if len(row) > 1:
            yield from one(f"{path[1]}: a cell too few", book.set(name, path, row[:-1]))
        yield from one(f"{path[1]}: a cell too many", book.set(name, path, [*row, row[-1]]))


def cht006(book, random):
    for name, path, chart in _charts(book):
        if chart.get("trends"):
            for _name, at, row in _lists(book):
                if at[1] == path[1] and len(row) > 2 and row[0] != row[-1]:
                    yield from one(
                        f"{path[1]}: {row[0]} and {row[-1]} exchanged",
                        book.set(name, at, [row[-1], *row[1:-1], row[0]]),
                    )
            rows = chart["rows"]
            if isinstance(rows, dict) and all(isinstance(row, list) and len(row) == 1 for row in rows.values()):
                keys = list(rows)
                turned = {**rows, keys[0]: rows[keys[-1]], keys[-1]: rows[keys[0]]}
                yield from one(f"{path[1]}: first and last exchanged", book.set(name, (*path, "rows"), turned))
    yield from _new(
        book,
        "a fall",
        columns=["1", "2", "3"],
        rows={"Loss": ["3", "2", "4"]},
        column_scale={"notation": "number"},
        cells="number",
        trends=[{"part": "value", "across": "rises"}],
    )


def cht007(book, _):
    yield from _new(
        book,
        "a step of 4 among threes",
        columns=["1", "2", "3", "4", "5", "6"],
        rows={"Jars": ["3", "6", "9", "13", "15", "18"]},
        column_scale={"notation": "number"},
        cells="number",
    )


def cht008(book, _):
    for name, path, chart in _charts(book):
        if not chart.get("copy_of") and isinstance(chart["rows"], dict):
            for head, row in chart["rows"].items():
                if isinstance(row, list) and row and row[0] != row[-1]:
                    copy = {key: value for key, value in chart.items() if key not in ("states", "title")}
                    copy |= {
                        "title": "Copy",
                        "copy_of": path[1],
                        "rows": {**chart["rows"], head: [row[-1], *row[1:-1], row[0]]},
                    }
                    yield from one(f"a copy of {path[1]} that differs", book.set(name, ("charts", "zz"), copy))


def cht009(book, _):
    yield from _new(
        book,
        "a wrong total",
        columns=["Tanks", "Guns", "Total"],
        rows={"Here": ["12", "20", "32"], "There": ["15", "11", "36"]},
        cells="number",
    )


def cht010(book, _):
    for name, path, chart in _charts(book):
        for modifier in chart.get("modifiers") or ():
            yield from one(f"{path[1]}: {modifier['id']} twice", book.append(name, (*path, "modifiers"), modifier))
    rough = {"id": "rough", "value": "-3", "when": "rough terrain"}
    yield from _new(book, "rough twice", columns=["1"], rows={"Loss": ["3"]}, modifiers=[rough, rough])


def cht011(book, _):
    for name, path, chart in _rolled(book):
        if "first" in (chart.get("row_scale") or {}):
            yield from one(f"{path[1]} rolled with a hundred", book.set(name, (*path, "die"), "1d100"))
    rows = {str(n): [str(n)] for n in range(1, 7)}
    yield from _new(
        book,
        "two dice for one",
        die="2d6",
        columns=["Effect"],
        rows=rows,
        row_scale={"notation": "number", "first": 1, "last": 6},
    )


def cht012(book, random):
    for name, path, chart in _charts(book):
        if chart.get("formulas"):
            rows = [(at, row) for _name, at, row in _lists(book) if at[1] == path[1]]
            for at, row in rows:
                if len(row) == 1 and str(row[0]).rstrip("%").isdigit():
                    new = str(row[0]).replace(str(row[0])[0], str((int(str(row[0])[0]) + 3) % 9 + 1), 1)
                    yield from one(f"{path[1]}: {row[0]} → {new}", book.set(name, at, [new]))
    yield from _new(
        book,
        "85 for 80",
        columns=["Share"],
        rows={"0": ["70%"], "1": ["85%"], "2": ["90%"]},
        row_scale={"notation": "number"},
        cells="percent",
        formulas=[{"formula": "70 + 10 × row"}],
    )


def _formula(book, what, formula, **chart):
    given = {"columns": ["Axis", "Allied"], "rows": {"1": ["37", "48"], "2": ["50", "65"]}, "cells": "number"}
    yield from _new(book, what, **given, row_scale={"notation": "number"}, formulas=[formula], **chart)


def cht013(book, _):
    for name, path, chart in _charts(book):
        for number, formula in enumerate(chart.get("formulas") or ()):
            at = (*path, "formulas", number, "formula")
            yield from one(f"{path[1]}: a formula of nothing", book.set(name, at, f"{formula['formula']} + zz"))
    names = {"formula": "base × 1.3", "names": {"bases": "Axis"}, "columns": ["Allied"], "rounding": "nearest"}
    yield from _formula(book, "a formula of nothing", names)


def cht014(book, _):
    yield from _new(
        book,
        "300 behind 500",
        columns=["1", "2"],
        rows={"100": ["5", "6"], "500": ["6", "8"], "300": ["8", "11"]},
        row_scale={"notation": "number", "lookup": "interpolate"},
        column_scale={"notation": "number"},
        cells="number",
    )


def cht015(book, _):
    for name, path, key, headings in _scales(book, "ratio"):
        for number in range(1, len(headings) - 1) if key == "columns" else ():
            turned = [*headings[: number - 1], headings[number], headings[number - 1], *headings[number + 1 :]]
            yield from one(f"{path[1]}: {headings[number]} too early", book.set(name, (*path, "columns"), turned))
    yield from _new(
        book,
        "3-1 before 2-1",
        die="1d6",
        columns=["1-2", "1-1", "3-1", "2-1"],
        rows={"1": ["a", "b", "c", "d"]},
        row_scale={"notation": "number"},
        column_scale={"notation": "ratio"},
    )


def cht016(book, _):
    yield from _new(
        book,
        "a formula for parts",
        columns=["Tracked"],
        rows={"1": ["3/9"], "2": ["6/18"]},
        row_scale={"notation": "number"},
        cells="parts",
        formulas=[{"formula": "3 × row"}],
    )


def cht017(book, _):
    start = next(iter(book.track.starts))
    first, second = list(book.track.sides)[:2]
    forces = {"starts": {"Then": start}, "parts": {"first": first, "second": second}, "columns": {"Units": {}}}
    yield from _new(book, "99 units", columns=["Units"], rows={"Then": ["99/98"]}, cells="parts", forces=forces)
