"""The page of a game's dates: every start and stop of the track as a grid, and the scenarios between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.report import plural
from scenario_forge.reports.html import page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Cell = dict[str, str]


def dates_page(grid: Mapping[str, Any]) -> str:
    """Return the page; the same values give the same bytes.

    ``grid``: as `forge dates --format json` writes it.
    """
    starts = [{**start, "cells": list(_cells(grid, number))} for number, start in enumerate(grid["starts"])]
    values = {
        "game": grid["title"],
        "starts": starts,
        "stops": grid["stops"],
        "scenarios": [
            {**each, "from": grid["starts"][each["start"]]["label"], "to": grid["stops"][each["stop"]]["label"]}
            for each in grid["scenarios"]
        ],
        "scores": [line for stop in grid["stops"] for line in stop["scores"]],
        "played": grid["played"],
        "left_out": plural(grid["left_out"], "game turn") if grid["left_out"] else "",
    }
    return page("dates", f"{grid['title']}: starts and stops", values)


def _cells(grid: Mapping[str, Any], start: int) -> Iterator[Cell]:
    """Yield a sign, its class and its words for each stop; blank where none can be."""
    for number, stop in enumerate(grid["stops"]):
        there = [each for each in grid["scenarios"] if (each["start"], each["stop"]) == (start, number)]
        if number < start or grid["starts"][start]["problem"]:
            yield {"kind": "none", "sign": "", "said": ""}
        elif there:
            printed = any(each["printed"] for each in there)
            said = "; ".join(f"{each['title']}: {each['verdict'] or 'not played'}" for each in there if grid["played"])
            said = said or "; ".join(each["title"] for each in there)
            yield {"kind": "printed" if printed else "own", "sign": "P" if printed else "S", "said": said}
        elif stop["scored"]:
            yield _cell("scored", "#", plural(stop["scored"], "printed victory row"), stop)
        elif stop["proposed"]:
            yield _cell("proposed", "+", plural(stop["proposed"], "victory row") + " proposed", stop)
        else:
            yield _cell("bare", "·", "nothing is scored at this stop" if grid["played"] else "", stop)


def _cell(kind: str, sign: str, said: str, stop: Mapping[str, Any]) -> Cell:
    return {"kind": kind, "sign": sign, "said": "; ".join(filter(None, [said, *stop["scores"]]))}
