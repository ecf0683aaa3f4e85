"""The types of texts that name something, by what they name (:mod:`~scenario_forge.documents.marks`)."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import StrictInt

from scenario_forge.documents.base import Id
from scenario_forge.documents.marks import Names

SideName: TypeAlias = Annotated[Id, Names("side")]
NationalityName: TypeAlias = Annotated[Id, Names("nationality")]
TypeName: TypeAlias = Annotated[Id, Names("type", called="unit type")]
ValueName: TypeAlias = Annotated[Id, Names("number", called="number on counters")]
MarkerName: TypeAlias = Annotated[Id, Names("marker")]
MarkerOrKind: TypeAlias = Annotated[Id, Names("marker or kind of a marker", called="marker")]
OptionName: TypeAlias = Annotated[Id, Names("option")]
StartDateName: TypeAlias = Annotated[Id, Names("start", called="start date")]
StopDateName: TypeAlias = Annotated[Id, Names("stop", called="stop date")]
ScenarioName: TypeAlias = Annotated[Id, Names("scenario")]
ChartName: TypeAlias = Annotated[Id, Names("chart")]
ChartColumnName: TypeAlias = Annotated[str, Names("chart/column", called="chart")]
FigureName: TypeAlias = StrictInt | Annotated[str, Names("figure of rules.yaml", called="figure", or_number=True)]
"""A figure of rules.yaml by its name, or a number that no chart prints."""
ClauseName: TypeAlias = Annotated[str, Names("clause")]
QuantityName: TypeAlias = Annotated[str, Names("quantity")]
HexName: TypeAlias = Annotated[str, Names("hex")]
HexsideName: TypeAlias = Annotated[str, Names("hexside")]
PlaceName: TypeAlias = Annotated[str, Names("place")]
PlaceIdName: TypeAlias = Annotated[str, Names("place id", called="place id")]
FormationName: TypeAlias = Annotated[str, Names("formation of the side", called="formation")]
UnitName: TypeAlias = Annotated[str, Names("unit")]
TrackColumnName: TypeAlias = Annotated[Id, Names("track column", called="track column")]
AmountName: TypeAlias = (
    StrictInt
    | Annotated[
        str, Names("track column or figure of rules.yaml", called="column of the track or figure", or_number=True)
    ]
)
"""What each turn has: a column of the track, or the same in every turn: a figure of rules.yaml, or a number."""
