"""Fit of a value to the field that it is meant for, and if it does not fit, what to do, in a sentence."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from scenario_forge.editor.forms.shapes import Groups, Shape, field_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scenario_forge.source.nodes import Data


def misfit(shapes: Groups, shape: Shape, value: Data, name: str = "this value") -> str:
    """Return what a document would reject in a value, as a sentence that says what to do; empty if it is accepted."""
    shape = shapes.under(shape)
    return _BY_SHAPE.get(shape["is"], _misfit_of_value)(shapes, shape, value, name)


def _misfit_of_text(_shapes: Groups, shape: Shape, value: Data, name: str) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and shape.get("numbers"):
        return ""
    if not isinstance(value, str):
        return f"{name} is a text"
    if len(value) < shape.get("least", 0):
        return f"{name} cannot be empty"
    if shape.get("pattern") and not re.search(shape["pattern"], value):
        return f"{name} cannot be {value!r}: {_of_pattern(shape['pattern'])}"
    return ""


_SAID = {
    r"^[a-z0-9][a-z0-9_-]*\+?$": "write small letters, digits, - and _",
    r"^#[0-9A-Fa-f]{6}$": "write a colour as #D9C89A",
    r"^[a-z]{2,3}$": "write the two or three letters of a language, such as en",
}


def _of_pattern(pattern: str) -> str:
    if pattern.startswith(r"^-?(\d"):
        return "write a length with its unit, such as 15 mm"
    return _SAID.get(pattern, f"it has to match {pattern}")


def _misfit_of_number(_shapes: Groups, shape: Shape, value: Data, name: str) -> str:
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float))
        or (shape["whole"] and not isinstance(value, int))
    ):
        return f"{name} is a {'whole ' if shape['whole'] else ''}number"
    if "low" in shape and value < shape["low"]:
        return f"{name} is at least {shape['low']}"
    if "high" in shape and value > shape["high"]:
        return f"{name} is at most {shape['high']}"
    if "above" in shape and value <= shape["above"]:
        return f"{name} is more than {shape['above']}"
    if "below" in shape and value >= shape["below"]:
        return f"{name} is less than {shape['below']}"
    return ""


def _misfit_of_group(shapes: Groups, shape: Shape, value: Data, name: str) -> str:
    if not isinstance(value, dict):
        return f"{name} has several fields"
    missing = [field["key"] for field in shape["fields"] if field["required"] and field["key"] not in value]
    if missing:
        return f"fill in {', '.join(missing)}"
    if shape["one"] and len(value) != 1:
        return f"{name} has exactly one of {', '.join(field['key'] for field in shape['fields'])}"
    for key, each in value.items():
        below = field_of(shape, key) or shape.get("others")
        if below is None:
            return f"there is no key {key} here"
        if wrong := misfit(shapes, below, each, key):
            return wrong
    return ""


def _misfit_of_flag(_shapes: Groups, _shape: Shape, value: Data, name: str) -> str:
    return "" if isinstance(value, bool) else f"{name} is yes or no"


def _misfit_of_choice(_shapes: Groups, shape: Shape, value: Data, name: str) -> str:
    return "" if value in shape["of"] else f"{name} is one of {', '.join(map(str, shape['of']))}"


def _misfit_of_value(_shapes: Groups, shape: Shape, value: Data, name: str) -> str:
    return (
        ""
        if shape.get("any") or isinstance(value, (str, int, float, bool))
        else f"{name} is a word, a number, yes or no"
    )


def _misfit_of_list(shapes: Groups, shape: Shape, value: Data, name: str) -> str:
    if not isinstance(value, list):
        return f"{name} is a list"
    if len(value) < shape["least"]:
        return f"{name} needs at least {shape['least']}"
    return next(filter(None, (misfit(shapes, shape["of"], each, name) for each in value)), "")


def _misfit_of_map(shapes: Groups, shape: Shape, value: Data, name: str) -> str:
    if not isinstance(value, dict):
        return f"{name} has names with a value each"
    wrong = next((key for key in value if not re.search(shape["keys"], key)), None)
    if wrong is not None:
        return f"the name {wrong!r} does not fit here: {_of_pattern(shape['keys'])}"
    return next(filter(None, (misfit(shapes, shape["of"], each, key) for key, each in value.items())), "")


_BY_SHAPE: Mapping[str, Callable[[Groups, Shape, Data, str], str]] = MappingProxyType(
    {
        "text": _misfit_of_text,
        "number": _misfit_of_number,
        "flag": _misfit_of_flag,
        "choice": _misfit_of_choice,
        "list": _misfit_of_list,
        "map": _misfit_of_map,
        "group": _misfit_of_group,
    }
)
