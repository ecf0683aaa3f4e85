"""rules.yaml of a game that is put together from the shelf."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, WithJsonSchema

from scenario_forge.documents.base import Document, Id
from scenario_forge.documents.marks import Defines, Like, Names
from scenario_forge.documents.names import ClauseName
from scenario_forge.wargame.base.selection import NOT, SCHEMA, whole
from scenario_forge.wargame.searching import Weights
from scenario_forge.wargame.sequence_tree import SequenceTree

_Address = Annotated[str, Names("figure")]
_Word = Annotated[str, Names("value word")]
_ValueOfGroup = Annotated[str, Names("value", besides=("type", "nationality", "parent", NOT))]
_Words = _Word | list[_Word]
OfGroup = dict[_ValueOfGroup, _Words | dict[_ValueOfGroup, _Words]]
"""What the counters of a group say. A counter that says all that is under `not` does not belong to it."""
_Group = Annotated[dict[str, Any], AfterValidator(whole), Like((OfGroup,)), WithJsonSchema(SCHEMA)]


class GameRules(Document):
    """The rules.yaml of a game: what no chart says."""

    sequence: SequenceTree
    words: dict[str, str] = {}  # noqa: RUF012 - pydantic copies it
    """Events in words: `{0:unit} enters {1:hex}` inserts the names of an event's subjects, `{2+:unit}`
    those of the third and all after it."""
    titles: dict[Annotated[str, Names("step")], str] = {}  # noqa: RUF012 - pydantic copies it
    """Printed titles of steps, where they differ from the ids."""
    actions: dict[Annotated[str, Names("step")], list[str]] = {}  # noqa: RUF012 - pydantic copies it
    """By step: the patterns of its actions, such as `attack hex:attack_from hex unit* by unit*`: kinds of token, each
    with what is asked for behind a colon, `*` where there may be several, and words that stand for themselves."""
    after: dict[str, str] = {}  # noqa: RUF012 - pydantic copies it
    """By word of an action: what follows it, `unit` or `hex`."""
    marks: list[str] = []  # noqa: RUF012 - pydantic copies it
    """Columns of a unit's state that are marks on its counter where they are not 0."""
    figures: dict[Annotated[str, Defines("figure of rules.yaml")], _Address | list[_Address]] = {}  # noqa: RUF012 - pydantic copies it
    """Numbers of charts that play reads, by their address `chart/row/column`: a row by how its heading begins, `*` for
    all; a column by its number from 0, `2-` for it and those behind it, or `heading`."""
    results: Annotated[Id, Names("chart")] = ""
    """The chart of the results of combat."""
    groups: dict[Annotated[str, Defines("group of units")], _Group] = {}  # noqa: RUF012 - pydantic copies it
    """Groups of units, by what their counters say."""
    terrain: dict[Annotated[Id, Names("terrain or hexside kind or line kind or place kind")], list[str]] = {}  # noqa: RUF012 - pydantic copies it
    """By kind of terrain: words for its effects."""
    player: Weights = Weights()
    """What the player of the game values."""
    carried_by: dict[Annotated[str, Names("rule of the system")], list[ClauseName]] = {}  # noqa: RUF012 - pydantic copies it
    """By rule of the shelf: the clauses of this game that it implements."""
