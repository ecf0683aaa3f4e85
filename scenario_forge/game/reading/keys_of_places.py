"""Keys that name places, in games of before format 3: printed names and other spellings become ids.

A place whose name gives no id gets one. Refused where a spelling may mean two places, or where an address or a
quantity has one that changes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.documents.base import slug
from scenario_forge.documents.place_ids import id_of_name, proposed_id
from scenario_forge.source.change import Changes
from scenario_forge.source.compose import compose
from scenario_forge.source.emit import inline
from scenario_forge.source.nodes import EditRefused, Mapping, splice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Mapping as MappingOf
    from collections.abc import Sequence as SequenceOf

    from scenario_forge.source.nodes import Data, Node, Splice

MAP, RULES, SCENARIOS = "map.yaml", "rules.yaml", "scenarios/"
Pattern = tuple[str, ...]
"""Where keys stand: the steps to the mapping that has them, `*` for any."""


class _Place(NamedTuple):
    """A row of the map."""

    number: int
    name: str
    hex: str
    aliases: tuple[str, ...]
    stated: str | None

    @property
    def spellings(self) -> tuple[str, ...]:
        """The name of the place, and the other spellings that texts use."""
        return (self.name, *self.aliases)


class Spelling(NamedTuple):
    """An old and a new spelling of a place, and a pattern of what comes before it in addresses."""

    before: str
    old: str
    new: str


def with_ids_of_places(texts: MappingOf[str, str], patterns: SequenceOf[Pattern]) -> dict[str, str]:
    """Return those files of a game, by name, that differ once keys name places by id.

    Args:
        texts: the files of a game, by name.
        patterns: where rules.yaml has keys that name places.

    Raises:
        EditRefused: the texts leave in doubt what would have to be written.
    """
    places = [*_places(_data(texts, MAP))]
    ids = _ids(places)
    changed: dict[str, str] = {}
    spellings: list[Spelling] = []
    if new := {n: id_ for n, id_ in ids.items() if id_ is not None and id_ != _own_id(places[n])}:
        changes = Changes(texts[MAP])
        for number, id_ in new.items():
            changes.add(("places", number), "id", id_, after=("hex",))
            if old := slug(places[number].name):  # a name of signs alone is none that an address can say
                spellings.append(Spelling(r"[\w.]+\.", old, id_))
        changed[MAP] = changes.result()
    by_name = _meanings(places, ids, lambda spelling: spelling)
    by_slug = _meanings(places, ids, slug)
    for name in sorted(texts):
        if name == RULES or name.startswith(SCENARIOS):
            wanted, meanings = (patterns, by_slug) if name == RULES else ([("control",)], by_name)
            found = [*_keys(texts[name], name, wanted, meanings, ids)]
            spellings += [spelling for _splice, spelling in found]
            if found:
                changed[name] = splice(texts[name], [splice for splice, _spelling in found])
    _must_not_be_cited({**texts, **changed}, spellings)
    return changed


def _data(texts: MappingOf[str, str], name: str) -> Data:
    root = _root(texts[name], name) if name in texts else None
    return root.data if root is not None else {}


def _root(text: str, name: str) -> Node | None:
    root, problems = compose(text, name)
    if problems:
        raise EditRefused(f"{name} cannot be read")
    return root


def _places(data: Data) -> Iterator[_Place]:
    rows = data.get("places") if isinstance(data, dict) else None
    for number, row in enumerate(rows if isinstance(rows, list) else ()):
        place = row if isinstance(row, dict) else {}
        aliases, stated = place.get("aliases"), place.get("id")
        also = tuple(str(each) for each in aliases) if isinstance(aliases, list) else ()
        own = str(stated) if stated is not None else None
        yield _Place(number, str(place.get("name", "")), str(place.get("hex", "")), also, own)


def _own_id(place: _Place) -> str | None:
    return place.stated or id_of_name(place.name)


def _ids(places: SequenceOf[_Place]) -> dict[int, str | None]:
    """By number of the place: its own id, or one that is new; None for a row without a name."""
    taken = {id_ for place in places if (id_ := _own_id(place))}
    found: dict[int, str | None] = {}
    first: dict[str | None, str] = {None: ""}
    for place in places:
        own = _own_id(place)
        if place.name and place.stated is None and first.get(own, place.name) != place.name:
            own = proposed_id(place.name, place.hex, taken)
            taken.add(own)
        first.setdefault(own, place.name)
        found[place.number] = own
    return found


def _meanings(
    places: SequenceOf[_Place], ids: MappingOf[int, str | None], spelt: Callable[[str], str]
) -> dict[str, list[_Place]]:
    """Return the places that a key may mean, by how it is spelt; an id means no other place that states its own."""
    found: dict[str, list[_Place]] = {}
    for place in places:
        for spelling in dict.fromkeys(map(spelt, place.spellings)):
            if spelling and not (place.stated and spelling != place.stated and spelling in ids.values()):
                found.setdefault(spelling, []).append(place)
    return found


def _keys(
    text: str,
    file: str,
    patterns: SequenceOf[Pattern],
    meanings: MappingOf[str, SequenceOf[_Place]],
    ids: MappingOf[int, str | None],
) -> Iterator[tuple[Splice, Spelling]]:
    """The keys of a file that get another spelling: what is written there, and what addresses may not say any more."""
    root = _root(text, file)
    for pattern in patterns:
        for parent, node in _mappings(root, pattern, pattern[-1]):
            before = rf"{re.escape(parent)}(?:\.|\[\"?)"
            for key, at in node.keys.items():
                places, there = meanings.get(key, ()), f"{file}:{text.count(chr(10), 0, at.start.index) + 1}"
                if len(places) > 1:
                    names = " or ".join(place.name for place in places)
                    raise EditRefused(f"{there}: `{key}` may mean {names}: give one of them an `id` in {MAP}")
                new = ids[places[0].number] if places else key
                if new is None or new == key:
                    continue
                if new in node.keys:
                    raise EditRefused(f"{there}: `{key}` and `{new}` are one place: take one of them out")
                yield (at.start.index, at.end.index, inline(new)), Spelling(before, key, new)


def _mappings(node: Node | None, pattern: Pattern, parent: str) -> Iterator[tuple[str, Mapping]]:
    """The mappings to which a pattern leads, each with the last step before it."""
    if isinstance(node, Mapping) and not pattern:
        yield parent, node
    elif isinstance(node, Mapping):
        for key, below in node.values.items():
            if pattern[0] in (key, "*"):
                yield from _mappings(below, pattern[1:], key)


def _must_not_be_cited(texts: MappingOf[str, str], spellings: SequenceOf[Spelling]) -> None:
    """Refuse where an address or the name of a quantity has a spelling that changes."""
    for name in sorted(texts):
        for spelling in spellings:
            if found := re.search(rf"(?<!\w){spelling.before}{re.escape(spelling.old)}(?!\w)", texts[name]):
                line = texts[name].count("\n", 0, found.start()) + 1
                raise EditRefused(
                    f"{name}:{line}: `{found[0]}` names a place by `{spelling.old}`, but its id is `{spelling.new}`: "
                    f"write `{spelling.new}` there, then migrate again"
                )
