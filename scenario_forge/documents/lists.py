"""The walk over a document that finds its lists, guided by the types of its fields.

Lists that are validated without a type (the situation of a worked example, values of errata) are left out: nobody
knows what an item twice would mean there.
"""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from pydantic import BaseModel, JsonValue

from scenario_forge.documents.marks import Like, Names, Repeats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.source.nodes import Data, Path


class Listed(NamedTuple):
    """A list of a document."""

    path: Path
    items: list[Data]
    model: type[BaseModel] | None
    """What validated its items; None for texts and numbers."""
    repeats: bool
    """Whether an item may stand in it twice."""


def lists_in(document: BaseModel, data: Data) -> Iterator[Listed]:
    """Yield the lists of a document whose items have types; ``data`` is what it was read from."""
    yield from _lists(document, data, (), repeats=False)


def _lists(value: object, data: Data, path: Path, *, repeats: bool) -> Iterator[Listed]:
    if isinstance(value, BaseModel) and isinstance(data, dict):
        fields = _fields(type(value))
        for name, inner in (*value.__dict__.items(), *(value.__pydantic_extra__ or {}).items()):
            key, open_, may_repeat = fields.get(name, (name, False, False))
            if key in data and not open_:
                yield from _lists(inner, data[key], (*path, key), repeats=may_repeat)
    elif isinstance(value, MappingOf) and isinstance(data, dict):
        for key, inner in value.items():
            if key in data:
                yield from _lists(inner, data[key], (*path, key), repeats=repeats)
    elif isinstance(value, list) and isinstance(data, list) and len(value) == len(data):
        first = next(iter(value), None)
        yield Listed(path, data, type(first) if isinstance(first, BaseModel) else None, repeats)
        for index, inner in enumerate(value):
            if not isinstance(inner, (str, int, float)):
                yield from _lists(inner, data[index], (*path, index), repeats=repeats)


@lru_cache(maxsize=1024)
def _fields(model: type[BaseModel]) -> MappingOf[str, tuple[str, bool, bool]]:
    """By field: its key, whether its type is open, and whether items of its lists may stand there twice."""
    if not model.__pydantic_fields_complete__:
        model.model_rebuild()
    return {
        name: (
            info.alias or name,
            any(isinstance(mark, Like) for mark in info.metadata) or _is_open(info.annotation),
            any(isinstance(mark, Repeats) for mark in info.metadata) or _are_numbers(info.annotation),
        )
        for name, info in model.model_fields.items()
    }


def _is_open(type_: Any) -> bool:  # noqa: ANN401 - an annotation
    return type_ in (Any, JsonValue) or any(_is_open(part) for part in get_args(type_))


def _are_numbers(type_: Any) -> bool:  # noqa: ANN401 - an annotation
    """Whether a list holds plain numbers, which may be alike; numbers that name something are no such."""
    parts = get_args(type_)
    if any(isinstance(part, Names) for part in parts):
        return False
    return type_ in (int, float) or (bool(parts) and any(_are_numbers(part) for part in parts))
