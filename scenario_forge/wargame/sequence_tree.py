"""The sequence of play as data: a tree of steps in rules.yaml.

A game writes it as one reads it aloud, each line with its clause::

    sequence:
      turns:
        - weather                                  # 3.2
        - each: [axis, allied]
          do: [cup]                                # 3.4
        - each: first_second
          do: [operations, {step: enemy-reaction, side: other}]
        - barrage: {fires: 2}                       # what the step is given
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

from pydantic import Field, PlainValidator, ValidationError, WithJsonSchema
from pydantic_core import PydanticCustomError

from scenario_forge.documents.base import EXPLAINED, ID, Id, Model, Text
from scenario_forge.documents.marks import Like, Names, Repeats
from scenario_forge.game.reading.shape import problem_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SIDES: Final = "sides"
FIRST_SECOND: Final = "first_second"
CUP: Final = "cup"
ORDERS: Final = (SIDES, FIRST_SECOND, CUP)
"""Orders of a loop: as in game.yaml; first player, then second; chits drawn by chance until the cup is empty."""
OTHER: Final = "other"
"""The side that is not phasing."""
OWN: Final = ("side", "phasing", "at")
"""Keys that the sequence itself puts into a step's frame; parameters cannot have these names."""


_Sides: TypeAlias = Annotated[Text, Names("side", besides=ORDERS)]


class StepNode(Model):
    """One step and its parameters."""

    step: Annotated[Id, Names("step")]
    side: Annotated[Text, Names("side", besides=(OTHER,))] | None = None
    """A side, or `other`: the side whose player turn it is not. By default the side of the loop that it is in."""
    turn: Annotated[int, Field(ge=1)] | None = None
    """The only game turn in which it is played, counted from the first of the scenario."""
    given: dict[str, Any] = {}  # noqa: RUF012 - pydantic copies it
    """Parameters of the step; they stand in its frame."""


class EachNode(Model):
    """A loop: steps that are played for each side, or for each chit that is drawn."""

    each: _Sides | list[_Sides]
    """`sides`, `first_second`, `cup`, or sides in their order."""
    do: Annotated[list[Node], Repeats()]


def node_of(value: object) -> StepNode | EachNode:
    """Return a step or a loop from what rules.yaml writes.

    Raises:
        ValueError: it is neither, and why.

    >>> node_of({"barrage": {"fires": 2}}).given
    {'fires': 2}
    """
    if isinstance(value, StepNode | EachNode):
        return value
    if isinstance(value, str):
        value = {"step": value}
    if not isinstance(value, dict) or not value:
        problem = "expected a step, `step:` with a side, `each:` with `do:`, or a step with its parameters"
        raise PydanticCustomError(EXPLAINED, "{problem}", {"problem": problem, "path": ()})
    if "each" not in value and "step" not in value and len(value) == 1:
        ((step, given),) = value.items()
        value = {"step": step, "given": given}
    try:
        return EachNode.model_validate(value) if "each" in value else StepNode.model_validate(value)
    except ValidationError as error:
        raise _explained(error, "a loop" if "each" in value else "a step") from error


def _explained(error: ValidationError, what: str) -> PydanticCustomError:
    """Return the first fault of a node, with its path below the node; a nested fault keeps its own words."""
    first = error.errors()[0]
    context = first.get("ctx", {})
    path = (*first["loc"], *context.get("path", ()))
    if first["type"] == EXPLAINED:
        problem = context["problem"]
    elif first["type"] == "missing":
        path, problem = path[:-1], f"{what} of the sequence of play needs the key `{path[-1]}`"
    elif first["type"] == "extra_forbidden":
        problem = f"{what} of the sequence of play has no key `{path[-1]}`"
    else:
        problem = f"`{path[-1]}` of {what} of the sequence of play: {problem_of(first)}"
    return PydanticCustomError(EXPLAINED, "{problem}", {"problem": problem, "path": path})


_STEP = {"type": "string", "pattern": ID}
_NAME = {"type": "string", "minLength": 1}
_SCHEMA: dict[str, Any] = {
    "anyOf": [
        _STEP,
        {
            "type": "object",
            "properties": {
                "each": {"anyOf": [_NAME, {"type": "array", "items": _NAME}]},
                "do": {"type": "array", "items": {"x-ref": "#/$defs/SequenceTree/properties/turns/items"}},
            },
            "required": ["each", "do"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {
                "step": _STEP,
                "side": {"anyOf": [_NAME, {"type": "null"}]},
                "turn": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]},
                "given": {"type": "object"},
            },
            "required": ["step"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "propertyNames": {"pattern": ID, "not": {"enum": ["each", "step"]}},
            "additionalProperties": {"type": "object"},
        },
    ]
}
"""As :func:`node_of` has it: a step, a loop, a step with what it is given, or its parameters below its name."""

_StepAlone: TypeAlias = Annotated[str, Names("step")]
_LIKE = Like((_StepAlone, StepNode, EachNode, dict[_StepAlone, Any]))
Node: TypeAlias = Annotated[Any, PlainValidator(node_of), WithJsonSchema(_SCHEMA), _LIKE]
"""A step or a loop."""
EachNode.model_rebuild()


class SequenceTree(Model):
    """The whole sequence of play."""

    before: list[Node] = []  # noqa: RUF012 - pydantic copies it
    """Steps before the first game turn, such as the set-up."""
    turns: Annotated[list[Node], Repeats()]
    """Steps of one game turn."""


def nodes(tree: SequenceTree) -> Iterator[tuple[tuple[str | int, ...], StepNode | EachNode]]:
    """Yield every node with its path in the tree, outer ones first."""

    def inner(path: tuple[str | int, ...], listed: Sequence[StepNode | EachNode]) -> Iterator[Any]:
        for index, node in enumerate(listed):
            yield (*path, index), node
            if isinstance(node, EachNode):
                yield from inner((*path, index, "do"), node.do)

    yield from inner(("before",), tree.before)
    yield from inner(("turns",), tree.turns)


def steps_in_turn(tree: SequenceTree) -> tuple[str, ...]:
    """Return the steps of the loop over the sides, in order; empty if a game turn is anything but that loop."""
    loops = [node for node in tree.turns if isinstance(node, EachNode) and node.each == SIDES]
    if len(loops) != 1 or len(tree.turns) != 1:
        return ()
    return tuple(node.step for node in loops[0].do if isinstance(node, StepNode))
