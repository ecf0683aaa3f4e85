"""MAP070 to MAP073: places against the ground, the roads and the works that they lie in, and against each other."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.near_words import slips
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import hex_map
from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.map_ import Place, Terrain
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap, MapLine
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
MAP070 = CODES.warning(
    "MAP070",
    "place-in-another-hex",
    ground="{place} is in {hex}, which is {terrain}, and {other}, which is {kind}, has no place",
    others="{place} is in {hex}, which is {terrain}; the other {count} places of its kind are in {kind}",
    lines="{place} is in {hex}, but {lines} {meet} in {other}",
    line="{place} is in {hex}, but {lines}, which is named after it, does not go there",
    beside="{place} is in {hex}, on no road or track, and {lines} {meet} in {other}, where no place is",
    outside="{place} is in {hex}, outside {area}, in which the other {count} places of its kind lie",
)
MAP071 = CODES.warning(
    "MAP071",
    "two-places-in-a-hex",
    "{place} is in {hex} like {other}; no other two places of the map share a hex",
)
MAP072 = CODES.warning(
    "MAP072",
    "place-unlike-its-kind",
    lacks="{place} has no `{field}`; {others} {have} one",
    alone="{place} has a `{field}`, but it is no {kind}, as {others} {are}",
    series="{place} is {kinds}; the other {count} places named like it are {usual}",
    named="{place} is {kinds}, but its name and its terrain say {usual}",
    ground="{place} is {kinds}, but it is in {terrain} terrain, whose other places are {usual}",
)
MAP073 = CODES.warning(
    "MAP073",
    "name-off-its-ground",
    wet="the name {name} is one of water, but {hex} is {terrain}",
    dry="the name {name} is one of land, but {hex} is {terrain}",
    area="the name {name} runs through {hex}, which is not in the area {area}",
)

_SISTERS = 5
"""So many places of a kind show what they have in common."""
_FEW = 6
"""A terrain with so few hexes marks places, not country."""
_MEETING = 3
"""Where so many roads named after a place meet in a hex, it lies there, though another hex has one of them."""
_GENERAL = 4
"""Words of so few letters do not tell one place from another."""


class _Site(NamedTuple):
    """A place of the map and its hex."""

    place: Place
    hex: int
    where: Where

    @property
    def name(self) -> str:
        """Its printed name."""
        return self.place.name


@with_part(hex_map)
def sites(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report places in another hex than their terrain, roads and works tell, and two places in one hex."""
    known = [
        _Site(place, hex_, at)
        for place, at in linked.where.each("places", linked.document.places)
        if (hex_ := linked.grid.find(place.hex)) is not None and linked.land[hex_]
    ]
    misplaced: set[str] = set()
    for check in (_off_ground, _off_named_lines, _off_lines, _outside):
        for site, finding in check(linked, known):
            if site.name not in misplaced:
                misplaced.add(site.name)
                yield finding
    yield from _together(linked, known, misplaced)
    yield from _unlike_kind(known)
    yield from _unlike_series(linked, known)
    yield from _unlike_ground(linked, known, misplaced)


# -- the terrain that a place has its kind or its name of ------------------------------------------


def _off_ground(linked: HexMap, known: Sequence[_Site]) -> Iterator[tuple[_Site, Diagnostic]]:
    """Places named after a rare terrain, or of a kind so named, outside it, unlike the others or beside a free hex."""
    held = {site.hex for site in known}
    named = {kind.id: _plain(kind.id, kind.name) for kind in linked.document.place_kinds}
    for terrain in linked.document.terrain:
        hexes = [hex_ for hex_, other in enumerate(linked.terrain) if other == terrain.id]
        words = _plain(terrain.id, terrain.name)
        spare = [hex_ for hex_ in hexes if hex_ not in held]
        if not terrain.land or not 0 < len(hexes) <= max(_FEW, len(known)):
            continue
        of_kind = [site for site in known if any(words & named.get(kind, set()) for kind in site.place.kinds)]
        of_name = [] if len(hexes) > _FEW else [site for site in known if words & _words(site.name)]
        for site in (*of_kind, *(site for site in of_name if site not in of_kind)):
            alike = [other for other in (of_kind if site in of_kind else of_name) if other is not site]
            if linked.terrain[site.hex] in (None, terrain.id):
                continue
            if all(linked.terrain[other.hex] == terrain.id for other in alike) and (spare or len(alike) > 1):
                yield site, _other_ground(linked, site, terrain, spare, len(alike))


def _other_ground(linked: HexMap, site: _Site, terrain: Terrain, spare: Sequence[int], alike: int) -> Diagnostic:
    at, values = site.where / "hex", {"place": site.name, "hex": linked.name(site.hex), "kind": terrain.name}
    values["terrain"] = _terrain(linked, site.hex)
    if not spare:
        finding = MAP070.at(at, "others", count=alike, **values).also(linked.terrain_where(site.hex), values["terrain"])
        return finding.suggest("correct its hex, or the letter of the terrain")
    other = min(spare, key=partial(distance, linked.grid, site.hex))
    finding = MAP070.at(at, "ground", other=linked.name(other), **values)
    finding = finding.also(linked.terrain_where(other), terrain.name)
    return finding.suggest(f"is {linked.name(other)} meant, or is the letter of the terrain a hex off?")


def _plain(*names: str) -> set[str]:
    """Names in small letters and in the singular."""
    return {name.casefold().removesuffix("s") for name in names}


def _words(name: str) -> set[str]:
    return {word.casefold().removesuffix("s") for word in re.findall(r"[^\W\d_]+", name)}


def _terrain(linked: HexMap, hex_: int) -> str:
    kind = linked.kinds.get(linked.terrain[hex_] or "")
    return kind.name if kind else "unknown"


# -- roads and tracks ------------------------------------------------------------------------------


def _off_named_lines(linked: HexMap, known: Sequence[_Site]) -> Iterator[tuple[_Site, Diagnostic]]:
    """Places off the hex in which the roads named after them meet, or off all roads and the one named after them."""
    passing, held = _passing(linked), {site.hex for site in known}
    for site, lines in _named_after(linked, known):
        through = [line for line in lines if site.hex in line.hexes]
        if len(through) == len(lines) or (through and len(lines) < _MEETING):
            continue
        shared = Counter(hex_ for line in lines for hex_ in set(line.hexes) if hex_ is not None)
        meeting = [hex_ for hex_, times in shared.items() if times == len(lines) > 1]
        values = {"place": site.name, "hex": linked.name(site.hex), "lines": _listed(_called(linked, lines))}
        if meeting:
            other = min(meeting, key=partial(distance, linked.grid, site.hex))
            finding = MAP070.at(site.where / "hex", "lines", other=linked.name(other), meet="meet", **values)
            yield site, finding.also(lines[0].where / "name", "one of them").suggest(f"is {linked.name(other)} meant?")
        elif not through and _astray(linked, site, lines, passing, held):
            finding = MAP070.at(site.where / "hex", "line", **values).also(lines[0].where / "name", "named here")
            near = _nearest_on(linked, site.hex, lines[0])
            yield site, finding.suggest(f"the nearest hex of it is {linked.name(near)}" if near is not None else None)


def _astray(linked: HexMap, site: _Site, lines: Sequence[MapLine], passing: Collection[int], held: set[int]) -> bool:
    """Whether the roads named after a place do not lead near it, or end beside it where no other place explains it."""
    if site.hex not in passing:
        return True
    near = [hex_ for line in lines if (hex_ := _nearest_on(linked, site.hex, line)) is not None]
    return all(distance(linked.grid, site.hex, hex_) > 1 or hex_ not in held for hex_ in near)


def _named_after(linked: HexMap, known: Sequence[_Site]) -> Iterator[tuple[_Site, list[MapLine]]]:
    """The roads whose names have the name of a place, an alias of it, or a word that no other place has."""
    usual = Counter(word for site in known for word in _words(site.name))
    document = linked.document
    names_of_kinds = [*(kind.name for kind in document.line_kinds), *(kind.name for kind in document.place_kinds)]
    kinds = {word for name in names_of_kinds for word in _words(name)}
    texts = [(line, _words(line.line.name), f" {' '.join(_spoken(line.line.name))} ") for line in linked.lines]
    for site in known:
        own = {w for w in _words(site.name) if usual[w] == 1 and len(w) > _GENERAL and w not in kinds}
        names = [f" {' '.join(_spoken(name))} " for name in (site.name, *site.place.aliases)]
        lines = [line for line, words, text in texts if own & words or any(name in text for name in names)]
        if lines:
            yield site, lines


def _spoken(name: str) -> list[str]:
    return re.findall(r"\w+", name.casefold())


def _passing(linked: HexMap) -> dict[int, list[MapLine]]:
    """The roads by each hex that they go through."""
    found: dict[int, list[MapLine]] = {}
    for line in linked.lines:
        for hex_ in dict.fromkeys(line.hexes):
            if hex_ is not None:
                found.setdefault(hex_, []).append(line)
    return found


def _called(linked: HexMap, lines: Iterable[MapLine]) -> list[str]:
    kinds = {kind.id: kind.name for kind in linked.document.line_kinds}
    return list(dict.fromkeys(line.line.name or kinds.get(line.line.kind, line.line.kind) for line in lines))


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _nearest_on(linked: HexMap, hex_: int, line: MapLine) -> int | None:
    hexes = [other for other in line.hexes if other is not None]
    return min(hexes, key=partial(distance, linked.grid, hex_), default=None)


def _off_lines(linked: HexMap, known: Sequence[_Site]) -> Iterator[tuple[_Site, Diagnostic]]:
    """Places on no road, unlike all others of their kinds, one slip away from a crossing that has no place."""
    passing = _passing(linked)
    held = {site.hex for site in known}
    junctions = {hex_ for hex_, lines in passing.items() if hex_ not in held and len(_called(linked, lines)) > 1}
    for site in known:
        alike = [o for o in known if o is not site and set(o.place.kinds) & set(site.place.kinds)]
        if site.hex in passing or any(other.hex not in passing for other in alike):
            continue
        meant = [h for text in _slips_of(linked, site.hex) if (h := linked.grid.find(text)) in junctions]
        values = {"place": site.name, "hex": linked.name(site.hex)}
        if len(alike) > 1 and meant and meant[0] is not None:
            lines = _listed(_called(linked, passing[meant[0]]))
            values |= {"lines": lines, "other": linked.name(meant[0]), "meet": "meet"}
            yield site, MAP070.at(site.where / "hex", "beside", **values).suggest(f"is {values['other']} meant?")


def _slips_of(linked: HexMap, hex_: int) -> list[str]:
    return [text for _rank, text in sorted(slips(linked.name(hex_)))]


# -- the works that places lie within --------------------------------------------------------------


def _outside(linked: HexMap, known: Sequence[_Site]) -> Iterator[tuple[_Site, Diagnostic]]:
    """Places outside a line that encloses all others of their kind."""
    for area in linked.document.areas:
        inside = linked.areas.get(area.id, frozenset())
        for site in known if area.within else ():
            alike = [o for o in known if o is not site and set(o.place.kinds) & set(site.place.kinds)]
            if site.hex in inside or len(alike) < _SISTERS or any(other.hex not in inside for other in alike):
                continue
            finding = MAP070.at(
                site.where / "hex",
                "outside",
                place=site.name,
                hex=linked.name(site.hex),
                area=area.name,
                count=len(alike),
            )
            number = linked.document.areas.index(area)
            yield (
                site,
                finding.also(linked.where / "areas" / number / "name", "the area").suggest(
                    "correct its hex, or the line that encloses the area"
                ),
            )


# -- places that share a hex, and places unlike their kind -----------------------------------------


def _together(linked: HexMap, known: Sequence[_Site], misplaced: set[str]) -> Iterator[Diagnostic]:
    """The one pair of places in a hex, unless one of them is known to belong elsewhere."""
    first: dict[int, _Site] = {}
    pairs = [(site, other) for site in known if (other := first.setdefault(site.hex, site)) is not site]
    if len(pairs) == 1 and len(known) > _SISTERS and misplaced.isdisjoint((pairs[0][0].name, pairs[0][1].name)):
        site, other = pairs[0]
        finding = MAP071.at(site.where / "hex", place=site.name, hex=linked.name(site.hex), other=other.name)
        yield finding.also(other.where / "hex", "the other").suggest(
            "correct the hex of one of them; if both lie there, suppress this finding and give the reason"
        )


_FIELDS = ("value", "capacity")
"""What only places of some kind have."""
_SINGLE = ((1, 0), (0, 1), (1, 1))
"""One place of the kind lacks it, one of another kind has it, or both."""


def _unlike_kind(known: Sequence[_Site]) -> Iterator[Diagnostic]:
    """A place without the number that all others of its kind have, and one with it that is of another kind."""
    for field in _FIELDS:
        having = [site for site in known if getattr(site.place, field) is not None]
        kinds = dict.fromkeys(kind for site in having for kind in site.place.kinds)
        for kind in kinds:
            of_kind = [site for site in known if kind in site.place.kinds]
            lacking = [site for site in of_kind if site not in having]
            strange = [site for site in having if site not in of_kind]
            single = (len(lacking), len(strange)) in _SINGLE
            if not single or len(lacking) == len(of_kind) or _better(kinds, kind, known, having):
                continue
            yield from _lacking(field, lacking, [s for s in of_kind if s in having])
            yield from _strange(field, kind, strange, [s for s in of_kind if s in having])


def _better(kinds: Mapping[str, None], kind: str, known: Sequence[_Site], having: Sequence[_Site]) -> bool:
    """Whether a different kind tells more exactly who has the number."""

    def apart(each: str) -> int:
        return sum((each in site.place.kinds) != (site in having) for site in known)

    return any(apart(other) < apart(kind) for other in kinds)


def _lacking(field: str, sites_: Iterable[_Site], others: Sequence[_Site]) -> Iterator[Diagnostic]:
    for site in sites_:
        names, have = _listed([other.name for other in others][:3]), "has" if len(others) == 1 else "have"
        finding = MAP072.at(site.where / "kinds", "lacks", place=site.name, field=field, others=names, have=have)
        yield finding.also(others[0].where / field, others[0].name).suggest(f"add its `{field}`, or correct its kinds")


def _strange(field: str, kind: str, sites_: Iterable[_Site], others: Sequence[_Site]) -> Iterator[Diagnostic]:
    for site in sites_:
        names, are = _listed([other.name for other in others][:3]), "is" if len(others) == 1 else "are"
        finding = MAP072.at(site.where / field, "alone", place=site.name, field=field, kind=kind, others=names, are=are)
        yield finding.also(others[0].where / field, others[0].name).suggest(
            f"add `{kind}` to its kinds, or move the `{field}` to the place that it belongs to"
        )


def _unlike_series(linked: HexMap, known: Sequence[_Site]) -> Iterator[Diagnostic]:
    """A place of another kind than all that are numbered like it, or than its name and its terrain say."""
    printed = {kind.id: kind.name for kind in linked.document.place_kinds}
    series: dict[str, list[_Site]] = {}
    for site in known:
        if any(letter.isdigit() for letter in site.name):
            series.setdefault(re.sub(r"\d+", "9", re.sub(r"[A-Z]", "A", site.name)), []).append(site)
    for sites_ in series.values():
        usual, count = Counter(tuple(site.place.kinds) for site in sites_).most_common(1)[0]
        if count >= _SISTERS and count == len(sites_) - 1:
            site = next(site for site in sites_ if tuple(site.place.kinds) != usual)
            yield _other_kind(printed, site, "series", usual, count=count)
    for kind in linked.document.place_kinds:
        words = _plain(kind.id, kind.name)
        ground = {each.id for each in linked.document.terrain if words & _plain(each.id, each.name)}
        for site in known:
            if words & _words(site.name) and linked.terrain[site.hex] in ground and kind.id not in site.place.kinds:
                yield _other_kind(printed, site, "named", (kind.id,))


def _other_kind(
    printed: Mapping[str, str], site: _Site, sentence: str, usual: Sequence[str], **values: object
) -> Diagnostic:
    kinds = _listed([printed.get(kind, kind) for kind in site.place.kinds] or ["of no kind"])
    meant = _listed([printed.get(kind, kind) for kind in usual] or ["of no kind"])
    finding = MAP072.at(site.where / "kinds", sentence, place=site.name, kinds=kinds, usual=meant, **values)
    return finding.suggest(f"did you mean `kinds: [{', '.join(usual)}]`?")


def _unlike_ground(linked: HexMap, known: Sequence[_Site], misplaced: set[str]) -> Iterator[Diagnostic]:
    """A place in a rare terrain of a kind that only places elsewhere have, while those of the others are only there."""
    printed = {kind.id: kind.name for kind in linked.document.place_kinds}
    for terrain in linked.document.terrain:
        there = [site for site in known if linked.terrain[site.hex] == terrain.id and site.name not in misplaced]
        usual = Counter(kind for site in there for kind in site.place.kinds)
        outside = {kind for site in known if site not in there for kind in site.place.kinds}
        strange = [site for site in there if outside.issuperset(site.place.kinds)]
        others = [site for site in there if site not in strange]
        kinds = {kind for site in others for kind in site.place.kinds}
        whole = linked.terrain.count(terrain.id) == len(there)
        if len(strange) == 1 and len(others) > 2 and whole and not kinds & outside:
            site = strange[0]
            own = _listed([printed.get(kind, kind) for kind in site.place.kinds] or ["of no kind"])
            meant = _listed([printed.get(kind, kind) for kind in sorted(kinds, key=lambda kind: -usual[kind])])
            values = {"place": site.name, "kinds": own, "terrain": terrain.name, "usual": meant}
            finding = MAP072.at(site.where / "kinds", "ground", **values)
            yield finding.also(linked.terrain_where(site.hex), terrain.name).suggest(
                "correct its kinds, or the terrain of its hex"
            )


# -- names across the map --------------------------------------------------------------------------


@with_part(hex_map)
def names_across(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report names of water on land, names of land in the sea, and a name of an area outside it."""
    areas = {" ".join(_spoken(area.name)).removeprefix("the "): area for area in linked.document.areas}
    for across in linked.names:
        name = across.name
        area = areas.get(" ".join(_spoken(name.name)).removeprefix("the "))
        for text, at in across.where.each("along", name.along):
            hex_ = linked.grid.find(text)
            if hex_ is None or linked.terrain[hex_] is None:
                continue
            values = {"name": name.name, "hex": text, "terrain": _terrain(linked, hex_)}
            if bool(linked.land[hex_]) == (name.kind == "water"):
                sentence = "wet" if name.kind == "water" else "dry"
                finding = MAP073.at(at, sentence, **values).also(linked.terrain_where(hex_), values["terrain"])
                yield finding.suggest("correct the hex, or the `kind` of the name")
            elif area is not None and hex_ not in linked.areas.get(area.id, frozenset((hex_,))):
                yield MAP073.at(at, "area", name=name.name, hex=text, area=area.name).suggest(
                    "correct the hex, or the hexes of the area"
                )


CHECKS = (
    sites,
    names_across,
)
