"""counters.yaml: every counter and marker."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

from pydantic import ConfigDict, Field, PlainValidator, ValidationError, WithJsonSchema, create_model

from scenario_forge.documents.base import Document, Id, Model, Text
from scenario_forge.documents.marks import Defines, Like, Names, Shared
from scenario_forge.documents.names import NationalityName, OptionName, SideName, TypeName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.base import Nationalities

Mark: TypeAlias = Literal["triangle", "open-triangle", "rectangle", "circle", "flag", "diamond"]
"""Shapes drawn round values, or for words."""
Pattern: TypeAlias = Literal["solid", "dashed", "dotted"]
"""Stripes beside the band of a formation."""
Spot: TypeAlias = Literal["foot", "left", "middle", "right"]
"""Where on a counter a value stands: along the foot, or in the row above it."""

SYMBOL_NAMES = (
    "infantry", "motorised-infantry", "mechanised-infantry", "armour", "recce", "armoured-recce", "armoured-cars",
    "cavalry", "artillery", "motorised-artillery", "self-propelled-artillery", "anti-tank",
    "self-propelled-anti-tank", "anti-aircraft", "self-propelled-anti-aircraft", "engineer", "armoured-engineer",
    "parachute", "glider", "mountain", "naval-infantry", "machine-gun", "mortar", "infantry-gun", "motorcycle",
    "bicycle", "headquarters", "signals", "supply", "transport", "medical", "maintenance", "fortress", "garrison",
    "security", "coastal-artillery", "rocket", "air-fighter", "air-bomber", "air-transport", "airbase", "ship",
    "commando", "partisan", "special-forces", "winged-dagger", "camel", "railway", "chemical", "military-police",
)  # fmt: skip
"""Symbols that have a drawing."""
SYMBOL_ALIASES = {
    "armor": "armour", "tank": "armour", "tanks": "armour", "reconnaissance": "recce",
    "motorized-infantry": "motorised-infantry", "mechanized-infantry": "mechanised-infantry",
    "armored-recce": "armoured-recce", "antitank": "anti-tank", "airborne": "parachute", "marine": "naval-infantry",
    "marines": "naval-infantry", "hq": "headquarters", "panzergrenadier": "mechanised-infantry",
    "anti-air": "anti-aircraft", "flak": "anti-aircraft", "pioneer": "engineer", "logistics": "supply",
    "fighter": "air-fighter", "bomber": "air-bomber", "naval": "ship", "armoured-car": "armoured-cars",
}  # fmt: skip
"""Other names of them."""


def _printed(value: object) -> object:
    """A value, or the values of a face."""
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict) and all(isinstance(each, (bool, int, float, str)) for each in value.values()):
        return value
    raise ValueError("a word, a number, true or false is expected, or a mapping of them for a face")


Printed: TypeAlias = Annotated[
    Any, PlainValidator(_printed), WithJsonSchema({"type": ["boolean", "integer", "number", "string", "object"]})
]
"""What a unit says under a declared key."""


OfValue: TypeAlias = Annotated[str, Names("value word")]
"""What a unit says under a value."""
OfFace: TypeAlias = dict[Annotated[str, Names("value")], OfValue]
"""What it says under a face."""


class UnitSize(Model):
    """A formation size and its mark."""

    id: Annotated[Text, Defines("size")]
    """The mark on the counter: `XX`."""
    name: Text
    """What it means: `Division`."""


class UnitType(Model):
    """A kind of troops and its symbol."""

    id: Annotated[Id, Defines("type")]
    """Short name."""
    name: Text
    """As printed."""
    symbol: Text | None = None
    """NATO symbol by name: `infantry`, `armour`, `recce` … drawn by the printer."""
    combat: bool = True
    """False for counters that do not fight, such as supply."""


class ValueWord(Model):
    """A word that a value may have."""

    id: Annotated[Id, Defines("value word", within="item")]
    """As counters.yaml writes it."""
    name: str = ""
    """What it means, for the key of the counters."""
    mark: Mark | None = None
    """The shape that is drawn for it."""
    of: Annotated[Id, Names("value")] | None = None
    """The value that the shape is drawn around; without it, the shape takes the place of the word's own value."""


class CounterValue(Model):
    """A value on the counters of units: a number, a word, or whether something holds."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$"), Defines("value")]
    """The key of a unit under which it stands. `strength` and `movement` are what checks and reports mean by them."""
    name: str = ""
    """In words, for the key of the counters."""
    kind: Literal["number", "word", "flag"] = "number"
    """What it holds: a number, a word, or whether something is so."""
    at: Spot | None = None
    """Where it is printed; without this key it is not printed."""
    print: Annotated[str, Field(pattern=r"^[^{}]*\{\}[^{}]*$")] = "{}"
    """How it is printed where it stands: `({})`."""
    join: str = "–"
    """What stands between it and the value before it at the same place."""
    mark: Mark | None = None
    """A shape that is drawn round it."""
    words: list[ValueWord] = []
    """The words it may have; without a list, any word."""
    optional: bool = False
    """Whether a unit may leave it out; a flag may always be left out."""
    without: list[TypeName] = []
    """Types of units that may leave it out, where the others may not: `[hq]`."""
    of: Literal["unit", "formation"] = "unit"
    """What it belongs to. A formation's value is printed on its chit and on its headquarters; units do not give it."""
    derived: Annotated[str, Names("formula of values")] | None = None
    """How it is computed from other values: `min(600, ceiling)`. Units then do not give it."""
    up_to: Annotated[Id, Names("value")] | None = None
    """Of strength: the value that it may grow to in play, such as `ceiling`; without it what is printed is the most."""
    unused: Text | None = None
    """Where no rule reads it, why the game has it: `players add it up themselves`."""


class CounterFace(Model):
    """Another face of a unit's counter; units that have it give its values under this id."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$"), Defines("face")]
    """The key of a unit: `depleted: {attack: 2, movement: 8}`, or `fired: true` where it has words alone."""
    name: Text
    """As printed: `Fired`."""
    values: list[Annotated[Text, Names("value", checked=True)]] = []
    """The values that stand on it; the others are those of the front."""
    unused: Text | None = None
    """Where no rule reads it, why the game has it."""


class UnitCounter(Model):
    """A unit's counter. The other keys are the values and faces that counters.yaml declares."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, defer_build=True)
    __pydantic_extra__: dict[Annotated[str, Names("value or face")], Annotated[Printed, Like((OfFace, OfValue))]]
    declared: ClassVar[tuple[CounterValue, ...]] = ()
    faced: ClassVar[tuple[CounterFace, ...]] = ()

    side: SideName
    """Owner."""
    no: Annotated[int, Field(ge=1, le=9999), Defines("unit of the side")]
    """Its number within its side."""
    name: Annotated[Text, Defines("name of the unit"), Shared()]
    """Identity as on the counter."""
    nationality: NationalityName = ""
    """From game.yaml; without it, the only one of its side, or the one that has the id of its side."""
    size: Annotated[str, Names("size")] = ""
    """From `sizes`, where the game has any."""
    type: TypeName
    """From `types`."""
    count: Annotated[int, Field(ge=1, le=100)] = 1
    """Number of identical counters; they are numbered consecutively."""
    parent: Annotated[str, Names("formation")] = ""
    """Formation it belongs to."""
    option: OptionName | None = None
    """The optional rule that brings it into play."""
    back: str = ""
    """What its back shows, if it is turned over in play."""

    @cached_property
    def values(self) -> dict[str, Printed]:
        """The values that the counter states, by id, as they are written; without what is derived."""
        extra = self.__pydantic_extra__ or {}
        own = ((value.id, getattr(self, f"value_{value.id}", None)) for value in self.declared)
        return {id_: said for id_, said in own if said is not None} or {
            id_: said for id_, said in extra.items() if not isinstance(said, dict)
        }

    @property
    def faces(self) -> dict[str, dict[str, Printed]]:
        """The other sides of the counter by id, with the values that differ on them."""
        said = ((face.id, getattr(self, f"face_{face.id}", None)) for face in self.faced)
        return {
            id_: {} if on is True else on.model_dump(by_alias=True, exclude_none=True)
            for id_, on in said
            if on is not None and on is not False
        }

    def number(self, value: str) -> int | None:
        """Return a value of the counter that is a number; None where it has none."""
        said = self.values.get(value)
        return said if isinstance(said, int) and not isinstance(said, bool) else None

    @property
    def strength(self) -> int | None:
        """Printed combat strength, in a game whose counters have one."""
        return self.number("strength")

    @property
    def most_strength(self) -> int | None:
        """The strength to which it may grow, where counters say so; None where it is at most as printed."""
        grows = next((value.up_to for value in self.declared if value.id == "strength"), None)
        return self.number(grows) if grows else None

    @property
    def movement(self) -> int | None:
        """Printed movement allowance, in a game whose counters have one."""
        return self.number("movement")


Drawing = Literal[
    "name", "value", "nothing", "aircraft", "arrow", "burst", "can", "cloud", "flag", "mines", "redoubt", "wreck"
]
"""What the face of a marker can show."""


class Formation(Model):
    """A formation that units belong to: a battalion, a division, a battle group."""

    id: Annotated[Id, Defines("formation")]
    """What `parent` of its units says."""
    side: SideName
    """Owner."""
    name: Text
    """As printed on its counters."""
    within: Annotated[Id, Names("formation")] | None = None
    """The formation that it is a part of."""
    headquarters: Annotated[int, Field(ge=1, le=9999), Names("unit of the side")] | None = None
    """Set-up number of its headquarters."""
    colour: Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")] | None = None
    """Colour of the band on its counters, such as `#B04020`; without it, one is chosen."""
    pattern: Pattern | None = None
    """Stripe beside that band, and on its chit, where formations share colours; without it, there is none."""
    values: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$"), Names("value")], bool | int | str] = {}
    """Its values, by ids of those that are declared `of: formation`: `{activation: 10}`."""
    chit: bool = False
    """Whether it has a chit to draw, which is printed in its colour with its values."""


class MarkerKind(Model):
    """A kind of marker: what it is for and how it is drawn."""

    id: Annotated[Id, Defines("marker kind")]
    """What `kind` of its markers says."""
    use: Text
    """What it is for, as the key to the counters prints it: `a minefield in this hex`."""
    drawn: Drawing = "name"
    """What its face shows: the marker's name, its value in large figures, nothing, or one of the drawings above its
    name. Where a marker has a movement allowance, that stands beside a drawing instead."""
    colour: Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")] | None = None
    """Colour of its face; without it, that of status markers."""
    colour_blind: Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")] | None = None
    """The colour in the palette for colour-blind readers; without it, `colour`."""
    two_faced: bool = False
    """Whether its back is another marker: lists then name both sides."""
    unused: Text | None = None
    """Where no rule reads it, why the game has it: `a reminder for players`."""


class Marker(Model):
    """A marker and how many there are."""

    id: Annotated[Id, Defines("marker")]
    """Short name."""
    name: Annotated[Text, Shared()]
    """As printed on it."""
    count: Annotated[int, Field(ge=0, le=9999)]
    """How many the counter mix has."""
    side: SideName | None = None
    """Owner, if it has one."""
    kind: Annotated[Id, Names("marker kind", called="kind of marker")]
    """What it is for: a kind of every game (strength, control, turn, track, status, blank), of the rule system, or
    one of `marker_kinds`."""
    value: Annotated[int, Field(ge=-1000, le=99_999)] | None = None
    """The number on it."""
    back: str = ""
    """What its back shows."""
    movement: Annotated[int, Field(ge=0, le=1000)] | None = None
    """Movement allowance, for markers that move."""
    counts: Annotated[Id, Names("value or track column", called="value of counters or column of the track")] | None = (
        None
    )
    """Of a marker on a track that names no value: the value of counters or the column of the time record track whose
    highest figure the track goes to; without it, the movement allowance."""
    unlimited: bool = False
    """True where players may make more."""


D = TypeVar("D", CounterValue, CounterFace)


class CountersDocument(Document):
    """The counter sheets: units, markers, and what their faces show."""

    sizes: list[UnitSize] = []
    """Sizes in use, smallest first."""
    types: Annotated[list[UnitType], Field(min_length=1)]
    """Types in use."""
    values: list[CounterValue] = []
    """The values on counters of units, in the order in which they are printed."""
    faces: list[CounterFace] = []
    """Other faces of their counters."""
    facing: Literal["none", "side"] = "none"
    """Whether units face a side of their hex: then an arrow on the counter shows which."""
    formations: list[Formation] = []
    """Formations; where there are any, `parent` of a unit is one of them."""
    units: list[UnitCounter] = []
    """Every unit, by side and set-up number."""
    marker_kinds: list[MarkerKind] = []
    """Kinds of marker beside those of every game and of the rule system."""
    markers: list[Marker] = []
    """Every marker."""

    @property
    def is_incomplete(self) -> bool:
        """Whether a unit leaves out its nationality."""
        return any(not unit.nationality for unit in self.units)

    def complete(self, about: Nationalities) -> CountersDocument:
        """Return the document with each unit's nationality; empty if game.yaml does not decide it (CNT014)."""
        known = {unit.side: about.nationality_of(unit.side) or "" for unit in self.units}
        units = [
            unit if unit.nationality else unit.model_copy(update={"nationality": known[unit.side]})
            for unit in self.units
        ]
        return self.model_copy(update={"units": units})

    @classmethod
    def model_for(cls, data: object) -> type[Document]:
        """Return the model of a document whose units have the keys that it declares, and no others."""
        said = data if isinstance(data, dict) else {}
        unread: set[str] = set()
        values = tuple(each.model_dump_json() for each in _readable(CounterValue, said.get("values"), unread))
        faces = tuple(each.model_dump_json() for each in _readable(CounterFace, said.get("faces"), unread))
        return _shaped(values, faces, tuple(sorted(unread - TAKEN)))


TAKEN = frozenset(UnitCounter.model_fields) | {"declared", "faced", "values", "faces"}
"""Keys that every unit has, and names of this model: no value or face may have them."""


class Declarations(Model):
    """The declarations of counters.yaml on what units say, without the units."""

    values: list[CounterValue] = []
    """What counters of units say."""
    faces: list[CounterFace] = []
    """Other faces of their counters."""


def declarations(data: object) -> Declarations | None:
    """Return the declarations of a counters.yaml, whatever its units are; None where one cannot be read."""
    said = data if isinstance(data, dict) else {}
    try:
        return Declarations.model_validate({key: said[key] for key in Declarations.model_fields if key in said})
    except ValidationError:
        return None


def _readable(model: type[D], items: object, unread: set[str]) -> Iterator[D]:
    """The items of a list that can be read, each id once. Findings about the others stand at them.

    The ids of the others go into ``unread``: units may say them, since they are declared somehow.
    """
    seen: set[str] = set()
    for item in items if isinstance(items, list) else ():
        try:
            made = model.model_validate(item)
        except ValidationError:
            if isinstance(item, dict) and isinstance(item.get("id"), str):
                unread.add(item["id"])
            continue
        if made.id not in seen and made.id not in TAKEN:
            seen.add(made.id)
            yield made


class _OpenFace(Model):
    """What a unit says on a face of which nobody knows what stands on it."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, defer_build=True)


@lru_cache(maxsize=16)
def _shaped(declared: tuple[str, ...], faced: tuple[str, ...], unread: tuple[str, ...]) -> type[CountersDocument]:
    """Return the model for some declarations, given as JSON, since a model with lists in it is no key.

    Where declarations are wrong, units are not blamed for it: they may say what is in ``unread``, and a face that
    names a value that nobody declares (CNT002) takes any.
    """
    values = tuple(CounterValue.model_validate_json(each) for each in declared)
    faces = tuple(CounterFace.model_validate_json(each) for each in faced)
    known = {value.id: value for value in values}
    fields: dict[str, Any] = {}
    for value in values:
        if value.derived is None and value.of == "unit":
            needed = ... if value.kind != "flag" and not value.optional and not value.without else None
            fields[f"value_{value.id}"] = (_said(value, needed=needed is not None), Field(needed, alias=value.id))
    for number, id_ in enumerate(unread):
        fields[f"unread_{number}"] = (Any, Field(None, alias=id_))
    for face in faces:
        on = {f"value_{id_}": (_said(known[id_], needed=True), Field(alias=id_)) for id_ in face.values if id_ in known}
        base = Model if all(id_ in known for id_ in face.values) else _OpenFace
        kind = create_model(f"Face{face.id}", __base__=base, **on) if face.values else bool  # type: ignore[call-overload]
        fields[f"face_{face.id}"] = (kind | None, Field(None, alias=face.id))
    unit = create_model("DeclaredUnitCounter", __base__=UnitCounter, **fields)
    unit.model_config["extra"] = "forbid"
    unit.declared, unit.faced = values, faces
    unit.__doc__ = UnitCounter.__doc__
    return create_model("DeclaredCountersDocument", __base__=CountersDocument, units=(list[unit], []))


def _said(value: CounterValue, *, needed: bool) -> Any:  # noqa: ANN401 - an annotation
    kinds: dict[str, Any] = {"number": Annotated[int, Field(ge=0, le=10_000)], "flag": bool, "word": Text}
    kind = kinds[value.kind]
    if value.kind == "word" and value.words:
        kind = Literal[tuple(word.id for word in value.words)]
    return kind if needed else kind | None
