"""The walk over plain data that finds every text with a mark, guided by models.

A shape is a model's types without what validates: which keys and items there are, and which marks
(:mod:`~scenario_forge.documents.marks`) the texts there have.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel

from scenario_forge.documents.marks import AT_ADDRESS, Defines, Like, Names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from scenario_forge.source.nodes import Data, Path, Step

Mark: TypeAlias = Names | Defines


class Marked(NamedTuple):
    """A text in some data with its mark: a value, or the key that its path ends with."""

    path: Path
    on: Literal["key", "value"]
    mark: Mark
    text: str
    """Empty where all of a list or mapping is marked."""


@dataclass(frozen=True, eq=False)
class Shape:
    """The content that one place of a document may hold."""

    marks: tuple[Mark, ...] = ()
    """Of a text here; the first counts."""
    models: tuple[type[BaseModel], ...] = ()
    key_marks: tuple[Mark, ...] = ()
    """Of keys that no model has."""
    others: tuple[Shape, ...] = ()
    """Of the values under such keys."""
    listed: tuple[Shape, ...] = ()
    """Of the items of a list."""
    throughout: Names | None = None
    """The mark of all texts here that have no other, however deep."""

    @cached_property
    def mark(self) -> Mark | None:
        """The mark of a text here."""
        return next(iter(self.marks), self.throughout)

    @cached_property
    def fields(self) -> MappingOf[str, Shape]:
        """The shapes of the keys that models name."""
        return {key: shape for model in reversed(self.models) for key, shape in _fields(model).items()}

    @cached_property
    def item(self) -> Shape | None:
        """The shape of an item of a list."""
        return _joined(self.listed, self.throughout)

    @cached_property
    def other(self) -> Shape | None:
        """The shape of a value under a key that no model names."""
        extra = [shape for model in self.models if (shape := _extra(model)) is not None]
        return _joined((*(below for shape in extra for below in shape.others), *self.others), self.throughout)

    @cached_property
    def key(self) -> Mark | None:
        """The mark of a key that no model names."""
        extra = [shape for model in self.models if (shape := _extra(model)) is not None]
        return next(iter((*(mark for shape in extra for mark in shape.key_marks), *self.key_marks)), self.throughout)

    def below(self, step: Step) -> Shape | None:
        """Return the shape of the value at a key or an index; None where nothing in it has a mark."""
        if isinstance(step, int):
            return self.item
        return self.fields.get(step, self.other)

    def key_mark(self, key: str) -> Mark | None:
        """Return the mark of a key; None for one that a model names, or that has none."""
        return None if key in self.fields else self.key


def shape_of(model: type[BaseModel]) -> Shape:
    """Return the shape of what a model reads."""
    return Shape(models=(model,))


def shape_at(shape: Shape, path: Path) -> Shape | None:
    """Return the shape at a path below another; None where nothing at the path has a mark."""
    below: Shape | None = shape
    for step in path:
        if below is None:
            return None
        below = below.below(step)
    return below


def marked(shape: Shape, data: Data) -> list[Marked]:
    """Return every text in some data that has a mark, in the order of the data; of a value at an address, all of it."""
    texts: list[Marked] = []
    _add_marked(texts, shape, data, ())
    return texts


def _add_marked(texts: list[Marked], shape: Shape, data: Data, path: Path) -> None:
    """Add the texts with a mark below a path; a list, since generators of generators take thrice the time."""
    if isinstance(data, (dict, list)) and isinstance(shape.mark, Names) and shape.mark.kind == AT_ADDRESS:
        texts.append(Marked(path, "value", shape.mark, ""))
    elif isinstance(data, dict):
        for key, value in data.items():
            mark = shape.key_mark(key)
            if mark is not None and key:
                texts.append(Marked((*path, key), "key", mark, key))
            below = shape.below(key)
            if below is not None:
                _add_marked(texts, below, value, (*path, key))
    elif isinstance(data, list):
        if (item := shape.item) is not None:
            for index, value in enumerate(data):
                _add_marked(texts, item, value, (*path, index))
    elif shape.mark is not None and isinstance(data, (str, int)) and not isinstance(data, bool) and data != "":
        texts.append(Marked(path, "value", shape.mark, str(data)))


def kinds_in(shape: Shape) -> frozenset[str]:
    """Return the kinds of things that are defined anywhere in a shape."""
    kinds: set[str] = set()
    seen: set[type[BaseModel]] = set()
    waiting: list[Shape | None] = [shape]
    while waiting:
        part = waiting.pop()
        if part is None or (part.models and seen.issuperset(part.models)):
            continue
        seen.update(part.models)
        kinds.update(mark.kind for mark in (*part.marks, part.key) if isinstance(mark, Defines))
        waiting += part.fields.values()
        if part.throughout is None:  # else what is below has no end
            waiting += (part.item, part.other)
    return frozenset(kinds)


def keys_naming(shape: Shape, kinds: Collection[str]) -> list[str]:
    """Return the keys under which something of some kinds is named, as `supply.depots`, in the order of the models."""
    found: dict[str, None] = {}
    waiting: list[tuple[tuple[str, ...], Shape]] = [((), shape)]
    while waiting:
        keys, part = waiting.pop()
        if any(isinstance(mark, Names) and not {*mark.kinds}.isdisjoint(kinds) for mark in (*part.marks, part.key)):
            found[".".join(keys)] = None
        if part.throughout is None and len(keys) < _DEEPEST:
            waiting += [(keys, below) for below in (part.item, part.other) if below is not None]
            waiting += [((*keys, key), below) for key, below in reversed([*part.fields.items()])]
    return list(found)


_DEEPEST = 6
"""How deep keys are followed: models may contain themselves."""


# -- shapes of types --------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _fields(model: type[BaseModel]) -> MappingOf[str, Shape]:
    if not model.__pydantic_fields_complete__:
        model.model_rebuild()
    return {
        info.alias or name: _typed(info.annotation, tuple(info.metadata)) or Shape()
        for name, info in model.model_fields.items()
    }


@lru_cache(maxsize=1024)
def _extra(model: type[BaseModel]) -> Shape | None:
    """The shape of keys that a model does not name, where it takes such."""
    for base in model.__mro__:
        extra = inspect.get_annotations(base).get("__pydantic_extra__")
        if extra is not None and base is not BaseModel:
            type_ = eval(extra, vars(sys.modules[base.__module__])) if isinstance(extra, str) else extra  # noqa: S307 - our own annotation
            return _typed(type_, ())
    return None


def _typed(type_: Any, metadata: tuple[Any, ...]) -> Shape | None:  # noqa: ANN401 - an annotation
    """The shape of an annotation; None where no text in it has a mark."""
    like = [mark for mark in metadata if isinstance(mark, Like)]
    marks = tuple(mark for mark in metadata if isinstance(mark, (Names, Defines)))
    parts = [_typed(alike, ()) for mark in like for alike in mark.types]
    throughout = next((mark.throughout for mark in like if mark.throughout), None)
    origin, args = get_origin(type_), get_args(type_)
    if origin is Annotated:
        parts.append(_typed(args[0], tuple(args[1:])))
    elif origin in (Union, UnionType):
        parts += [_typed(member, ()) for member in args]
    elif origin is list and args:
        below = _typed(args[0], ())
        parts.append(Shape(listed=(below,)) if below else None)
    elif origin in (dict, MappingOf) and args:
        key, below = _typed(args[0], ()), _typed(args[1], ())
        if key or below:
            parts.append(Shape(key_marks=key.marks if key else (), others=(below,) if below else ()))
    elif isinstance(type_, type) and issubclass(type_, BaseModel):
        parts.append(Shape(models=(type_,)))
    return _joined([Shape(marks) if marks else None, *parts], throughout)


def _joined(shapes: Iterable[Shape | None], throughout: Names | None) -> Shape | None:
    """The one shape of a value that may be of several; None where there is none."""
    known = [shape for shape in shapes if shape is not None]
    if throughout is None and len(known) <= 1:
        return known[0] if known else None
    return Shape(
        tuple(mark for shape in known for mark in shape.marks),
        tuple(model for shape in known for model in shape.models),
        tuple(mark for shape in known for mark in shape.key_marks),
        tuple(other for shape in known for other in shape.others),
        tuple(item for shape in known for item in shape.listed),
        throughout or next((shape.throughout for shape in known if shape.throughout), None),
    )
