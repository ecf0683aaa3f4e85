"""The format in which a game is written, and how the files of an older format are brought to this one.

A migration is a splice: it adds what the newer format asks to be said, and every byte that was there stays. Done
twice it changes nothing. Where the text leaves in doubt what would have to be written it is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scenario_forge import game as linking
from scenario_forge.game.codes import FIL016, FIL017
from scenario_forge.game.reading.keys_of_places import with_ids_of_places
from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import EditRefused, Mapping, entry_starts, splice
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    from collections.abc import Mapping as MappingOf

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.source.nodes import Data
    from scenario_forge.source.read import Source

FORMAT: Final = 3
"""The format that is read and written."""
GAME: Final = "game.yaml"
SYSTEMS: Final = {"wargame": "campaign"}
"""Rule systems that had another name before format 3, by that name."""
_VALUES = """\
values:
  - {id: strength, name: Combat strength,    at: foot}
  - {id: movement, name: Movement allowance, at: foot}

"""
_SCHEMA = re.compile(r"(\A# yaml-language-server: \$schema=\S*?)([\w-]+)(\.rules\.schema\.json)")


def format_of(data: Data) -> int | None:
    """Return the format that a game.yaml names, 1 where it names none; None where it is no number."""
    found = data.get("format", 1) if isinstance(data, dict) else 1
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def format_problem(game: Source) -> Diagnostic | None:
    """Return why a game cannot be read if it is in an older or newer format than this one; else None."""
    found = format_of(game.root.data) if game.root else None
    if found is None or found == FORMAT:
        return None
    place = game.span(("format",)) if "format" in game.root.data else game.span(())  # type: ignore[union-attr,operator]
    if found < FORMAT:
        finding = FIL016.at(place, found=found, read=FORMAT)
        return finding.suggest("`forge migrate GAME` rewrites it; your comments and layout stay")
    return FIL017.at(place, found=found, read=FORMAT).suggest("install a newer version of Scenario Forge")


def migrated_texts(texts: MappingOf[str, str]) -> dict[str, str]:
    """Return the files of a game, by name, that differ in this format; none where it is written in it already.

    A key of rules.yaml that its rule system no longer has is taken out, whatever the format.

    The file that names the format stands last: whoever writes them one after another and is interrupted can go on.

    Raises:
        EditRefused: a file cannot be read, is laid out in another way than by lines, or the game is of a newer format.
    """
    game = _data(texts, GAME)
    found = format_of(game)
    if found is None or not 1 <= found <= FORMAT:
        raise EditRefused(f"{GAME}: `format: {game.get('format')}` is none that this version knows; it reads {FORMAT}")
    name = str(game.get("system", ""))
    system = linking.system.find_system(SYSTEMS.get(name, name))
    changed: dict[str, str] = {}
    if found < 2:
        changed |= system.to_format_2(texts) if system else {}
        if "counters.yaml" in texts:
            changed["counters.yaml"] = _counters("counters.yaml", texts["counters.yaml"])
    if system:
        changed |= system.without_settled({**texts, **changed})
    if found < 3:
        changed |= with_ids_of_places({**texts, **changed}, system.keys_of_places() if system else ())
        if "rules.yaml" in texts:
            changed["rules.yaml"] = _SCHEMA.sub(_schema_now, {**texts, **changed}["rules.yaml"])
    if found < FORMAT:
        changed[GAME] = _game(GAME, changed.get(GAME, texts[GAME]))
    return {name: text for name, text in changed.items() if text != texts[name]}


def _data(texts: MappingOf[str, str], name: str) -> dict[str, Data]:
    if name not in texts:
        raise EditRefused(f"there is no {name}, so that nobody knows what game this is")
    root, problems = compose(texts[name], name)
    if not isinstance(root, Mapping) or problems:
        raise EditRefused(f"{name} cannot be read")
    return dict(root.data)


def _before(name: str, text: str, key: str | None, block: str, said: str) -> str:
    """Return the text with lines added before a key, or before its first one; unchanged where it has ``said``."""
    root, problems = compose(text, name)
    if not isinstance(root, Mapping) or problems:
        raise EditRefused(f"{name} cannot be read")
    if said in root.keys:
        return text
    if root.flow or not root.keys:
        raise EditRefused(f"{name} is not laid out by lines: put each key of it on a line of its own")
    keys = list(root.keys)
    if key is not None and key not in keys:
        return text
    at = entry_starts(root, text)[keys.index(key) if key is not None else 0]
    while key is not None and _comment_above(text, at):
        at = text.rfind("\n", 0, at - 1) + 1
    made = text[:at] + block.replace("\n", newline_of(text)) + text[at:]
    after, problems = compose(made, name)
    added, _ = compose(block, name)
    if after is None or problems or not isinstance(added, Mapping) or after.data != {**root.data, **added.data}:
        raise EditRefused(f"{name} would not read back as it was")
    return made


def _comment_above(text: str, at: int) -> bool:
    """Whether the line above a line's beginning is a comment, which speaks of what stands below it."""
    return text[text.rfind("\n", 0, max(at - 1, 0)) + 1 : at].lstrip(" \t").startswith("#")


def _counters(name: str, text: str) -> str:
    """Return counters.yaml with the values that every counter had until now: strength and movement."""
    return _before(name, text, "units", _VALUES, "values")


def _game(name: str, text: str) -> str:
    """The text of game.yaml with its format and the present name of its rule system."""
    root, _problems = compose(text, name)
    said = root.values if isinstance(root, Mapping) else {}
    now = {"format": str(FORMAT)}
    if "system" in said and (system := SYSTEMS.get(str(said["system"].data))):
        now["system"] = system
    made = splice(text, [(said[key].start.index, said[key].end.index, new) for key, new in now.items() if key in said])
    return made if "format" in said else _before(name, made, None, f"format: {FORMAT}\n", "format")


def _schema_now(line: re.Match[str]) -> str:
    return f"{line[1]}{SYSTEMS.get(line[2], line[2])}{line[3]}"
