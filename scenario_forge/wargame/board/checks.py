"""Checks MOD of the modules that a game has chosen: what they lack, what has no use, who is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.problems import CompileError
from scenario_forge.compiler.set_up import plan
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.place import Where
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.vocabulary import marked_texts
from scenario_forge.wargame.base.checks import WGM001
from scenario_forge.wargame.base.selection import FORMATION, NOT, selects, word_of
from scenario_forge.wargame.board.labels import listed
from scenario_forge.wargame.board.phase import ACTIONS, COMBAT
from scenario_forge.wargame.board.table_checks import result_findings
from scenario_forge.wargame.sequence_checks import SEQ001
from scenario_forge.wargame.sequence_tree import EachNode, nodes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.game.game import Game
    from scenario_forge.game.vocabulary import Text
    from scenario_forge.wargame.board.module import Module
    from scenario_forge.wargame.sequence_tree import SequenceTree

    Chosen: TypeAlias = Sequence[tuple[type[Module[Any]], Any]]
    """Modules, each with its key of rules.yaml."""

CODES = Codes(__file__)
MOD001 = CODES.error(
    "MOD001",
    "key-needs-another",
    none="{what} needs {needed}, but there is none",
    sides="rule modules need two sides, but game.yaml names {count}",
    column="{what} needs a column of {wanted}, but the column {column} of the track has {kind}",
)
MOD002 = CODES.error(
    "MOD002",
    "step-not-in-sequence",
    "rules.yaml has the key `{key}`, but the sequence of play never comes to its step `{step}`",
)
MOD003 = CODES.error(
    "MOD003",
    "step-in-wrong-place",
    sides="the step `{step}` is played by a side, but stands in no loop over the sides",
    cup="the step `{step}` is played for a chit that is drawn, but stands in no loop over `cup`",
    again="`{step}` stands within what it begins itself, so that the game turn never ends",
)
MOD004 = CODES.error(
    "MOD004",
    "selects-no-unit",
    word="no unit has `{word}` as its {key}",
    all="no unit is all of this",
)
MOD007 = CODES.error("MOD007", "setting-without-use", "{what} has no use: {why}")
MOD008 = CODES.error(
    "MOD008",
    "claimed-by-two-modules",
    modules="`{one}` and `{other}` both have {what} `{name}`",
    game="`{one}` has {what} `{name}`, which the game's own code has too",
    state="`{one}` has {what} `{name}`, which every game has already",
)
MOD009 = CODES.error(
    "MOD009",
    "start-not-played",
    start="{unit} {start}, and no module of rules.yaml brings such a unit into play",
    where="{unit} arrives on a later turn, but {why}",
    leaves="{unit} leaves on a turn, and no module of rules.yaml takes it off the map",
    room="{unit} is set up in an area with room for {room}, and {count} units are to be set up there",
)

_STEP, _COLUMN = "the step", "the column of state"
_OF_EVERY_GAME = ("units.place", "towns.holder", "clock.turn", "clock.side", "clock.won")
"""Columns of state that are there without any module."""
STARTS = {
    "within": "is set up in an area",
    "free": "is set up where its side likes",
    "enters": "comes on at an edge of the map",
    "arrives": "arrives on a later turn",
    "leaves": "leaves on a turn",
    "attached": "begins with another unit",
    "reserve": "begins in reserve",
}
"""By kind of entry: what it says of a unit. Those that stand in a hex or are absent need no module."""
_KEYS = {
    "within": "set_up",
    "free": "set_up",
    "enters": "movement",
    "arrives": "arrivals",
    "leaves": "arrivals",
}
"""By kind of entry: the key whose module plays it."""


def module_findings(
    game: Game, chosen: Chosen, where: Where, own: Collection[str], *, playing: bool
) -> Iterator[Diagnostic]:
    """Yield what keeps a game of modules from being played as it says.

    Args:
        game: its documents.
        chosen: the modules that it has chosen.
        where: the place of rules.yaml.
        own: ids of the steps of the game's own code; such code may also play starts that no module plays.
        playing: whether a scenario is to be played, so that what other checks tell of counts too.
    """
    sides = len(game.side_names)
    if chosen and sides not in (0, 2):
        yield MOD001.at(where, "sides", count=sides).suggest("name two sides there, or choose another `system`")
    yield from _needs(chosen, where)
    yield from _claims(chosen, where, own)
    yield from _marks(chosen, where)
    yield from _named_steps(game, chosen, where, own)
    if not game.broken("counters"):
        yield from _selectors(game, where)
        yield from _idle_ranges(game, chosen, where)
    if not own:
        yield from _starts(game, chosen)
    yield from result_findings(game, chosen, where, playing=playing)
    for kind, given in chosen:
        yield from kind.checks(game, given, where / kind.key)


def has_key(where: Where, key: str) -> bool:
    """Return whether the rules.yaml of a place has a key."""
    return getattr(where.file.document, key, None) is not None


# -- modules and keys ------------------------------------------------------------------------------


def _needs(chosen: Chosen, where: Where) -> Iterator[Diagnostic]:
    for kind, _given in chosen:
        for key in kind.needs:
            if not has_key(where, key):
                yield lacking_key((where / kind.key).key(), f"`{kind.key}`", key)


def lacking_key(at: Where, what: str, key: str) -> Diagnostic:
    """Return the finding that a key or value of rules.yaml needs another key that is not there."""
    advice = f"write the key `{key}` in rules.yaml too, or remove this"
    return MOD001.at(at, "none", what=what, needed=f"the key `{key}`").suggest(advice)


def _claims(chosen: Chosen, where: Where, own: Collection[str]) -> Iterator[Diagnostic]:
    """Two that have one step, action or column of state: only one of them would be played."""
    first: dict[tuple[str, str], type[Module[Any]]] = {}
    for kind, given in chosen:
        at, advice = (where / kind.key).key(), "remove one of the two keys"
        for what, name in _claimed(kind, given):
            other = first.setdefault((what, name), kind)
            if other is not kind and not (what == _COLUMN and name in _of_a_phase(kind) & _of_a_phase(other)):
                finding = MOD008.at(at, "modules", one=other.key, other=kind.key, what=what, name=name)
                yield finding.also((where / other.key).key(), "the other").suggest(advice)
            elif what == _COLUMN and name in _OF_EVERY_GAME:
                yield MOD008.at(at, "state", one=kind.key, what=what, name=name).suggest("name it otherwise")
            elif what == _STEP and name in own:
                finding = MOD008.at(at, "game", one=kind.key, what=what, name=name)
                yield finding.also(_in_sequence(where, name), "the other").suggest(
                    f"name it otherwise, or give it to a module with the key `{kind.key}` in place of this one"
                )


def _claimed(kind: type[Module[Any]], given: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - the model of any key
    """Yield what a module alone may have: what it is, and its name."""
    yield from ((_STEP, step) for step in kind.steps)
    yield from (("the action", deed.word) for deed in kind.deeds)
    for table, names in kind.columns_of(given).items():
        yield from ((_COLUMN, f"{table}.{name}") for name in dict.fromkeys(names.split()))


def _of_a_phase(kind: type[Module[Any]]) -> set[str]:
    """Return the columns that are 0 when a phase begins: modules that fight in one phase have them together."""
    return {f"units.{column}" for deed in kind.deeds for column in (*deed.clears, *deed.clears_all)}


def _in_sequence(where: Where, step: str) -> Where:
    """Return where the sequence of play names a step; its key where it does not."""
    tree: SequenceTree = where.file.document.sequence  # type: ignore[union-attr]  # rules.yaml has been read
    named = (path for path, node in nodes(tree) if not isinstance(node, EachNode) and node.step == step)
    path = next(named, None)
    return (where / "sequence").key() if path is None else Where(where.file, ("sequence", *path))


def _marks(chosen: Chosen, where: Where) -> Iterator[Diagnostic]:
    """Marks that the player values and no unit ever has."""
    rules: Any = where.file.document
    known = {mark for kind, given in chosen for mark in kind.marks_of(given)} | {*rules.marks}
    for mark in rules.player.marks:
        if mark not in known:
            finding = WGM001.at((where / "player" / "marks" / mark).key(), "unknown", wanted="mark", name=mark)
            yield finding.suggest(did_you_mean(mark, known) or f"there are {', '.join(sorted(known))}")


# -- steps -----------------------------------------------------------------------------------------


def steps_named(game: Game, where: Where) -> list[Text]:
    """Return the texts of rules.yaml that name a step, those of the sequence of play aside."""
    texts = marked_texts(game, where.file)
    return [text for text in texts if text.mark.kind == "step" and text.where.path[0] != "sequence"]


def _named_steps(game: Game, chosen: Chosen, where: Where, own: Collection[str]) -> Iterator[Diagnostic]:
    """Names of steps under other keys than the sequence: titles, actions, what a chit leads to."""
    known = {step for kind, _given in chosen for step in kind.steps} | {*own}
    inner = {step for kind, _given in chosen for step in kind.inner}
    for at, _mark, name in steps_named(game, where):
        played = at.path[0] in {kind.key for kind, _given in chosen}
        if name not in known:
            hint = did_you_mean(name, known) or f"there are {', '.join(f'`{each}`' for each in sorted(known))}"
            yield SEQ001.at(at, "key", name=name, hint=hint)
        elif played and name in inner:
            yield SEQ001.at(at, "inner", name=name)


def sequence_gaps(game: Game, chosen: Chosen, where: Where, own: Collection[str]) -> Iterator[Diagnostic]:
    """Yield the steps that a sequence of known steps lacks, or has outside their loops; as :func:`module_findings`."""
    tree: SequenceTree = where.file.document.sequence  # type: ignore[union-attr]  # rules.yaml has been read
    keys = {kind.key for kind, _given in chosen}
    led_to = {name for at, _mark, name in steps_named(game, where) if at.path[0] in keys}
    played = {node.step for _path, node in nodes(tree) if not isinstance(node, EachNode)} | led_to
    gathered = _gathered(chosen)
    for kind, given in chosen if not own else ():
        for step in dict.fromkeys(gathered.get(step, step) for step in kind.due(given)):
            if step not in played:
                advice = f"add `{step}` to `sequence`, or remove the key `{kind.key}`"
                yield MOD002.at((where / kind.key).key(), key=kind.key, step=step).suggest(advice)
    loops = {step: loop for kind, _given in chosen for step, loop in kind.loops.items()}
    for path, node in nodes(tree):
        if isinstance(node, EachNode) or node.step not in loops:
            continue
        above = [getattr(each, "each", None) for depth, each in nodes(tree) if path[: len(depth)] == depth]
        around = [each for each in above if each is not None]
        at, loop = Where(where.file, ("sequence", *path)), loops[node.step]
        if loop == "cup" and "cup" not in around:
            advice = f"write `{{each: cup, do: [{node.step}]}}`"
            yield MOD003.at(at, "cup", step=node.step).suggest(advice)
        elif loop == "sides" and not around and node.side is None:
            advice = f"write `{{each: first_second, do: [{node.step}]}}`, or `{{step: {node.step}, side: …}}`"
            yield MOD003.at(at, "sides", step=node.step).suggest(advice)


def _gathered(chosen: Chosen) -> dict[str, str]:
    """Return the steps whose deeds the game does in another: in the phase `combat`, or for action points."""
    combat = next((given for kind, given in chosen if kind.key == COMBAT), ())
    points = any(kind.key == "activation" and given.order == "points" for kind, given in chosen)
    deeds = [deed for kind, _given in chosen for deed in kind.deeds]
    return {deed.phase: ACTIONS if points else COMBAT for deed in deeds if points or deed.word in combat}


# -- units -----------------------------------------------------------------------------------------

_SAY_WHO = ("orders-of-battle", "scenarios")
"""Kinds of files that say which units take part."""


def units_in_play(game: Game) -> list[UnitCounter]:
    """Return the counters of units that take part in any scenario; all, while files that say so cannot be read."""
    counters, known = game.one("counters", CountersDocument), not any(map(game.broken, _SAY_WHO))
    listed = [unit for unit in forces(game).units() if unit.counter is not None]
    there = [
        unit.counter.counter
        for unit in listed
        if unit.counter is not None
        and any(entry.kind != "absent" for cells in (unit.cells, unit.own) for cell in cells.values() for entry in cell)
    ]
    return (there if known else []) or (counters[0].units if counters else [])


def plans_of(game: Game) -> list[Plan]:
    """Return the set-ups of all scenarios; none where one cannot be worked out, of which another check tells why."""
    try:
        return [plan(game, scenario) for scenario in scenarios(game).scenarios]
    except CompileError:
        return []


def without_headquarters(game: Game, at: Where, what: str) -> Iterator[Diagnostic]:
    """Yield formations without a headquarters and units without a formation, where a rule asks for headquarters.

    Args:
        game: its counters; one without formations is told of for its cup (SEQ003), else by :func:`lacking_formations`.
        at: the place of the rule.
        what: the rule, as rules.yaml writes it.
    """
    counters, playing = game.one("counters", CountersDocument), {(unit.side, unit.no) for unit in units_in_play(game)}
    if counters is None or not counters[0].formations:
        return
    document, where = counters
    used = {unit.parent for unit in document.units if (unit.side, unit.no) in playing}
    for formation, row in where.each("formations", document.formations):
        if formation.headquarters is None and (formation.id in used or formation.chit):
            finding = MOD001.at(row / "id", "none", what=what, needed=f"a headquarters of {formation.name}")
            yield finding.also(at, "asked for here").suggest("write `headquarters:` with the number of its unit")
    for unit, row in where.each("units", document.units):
        if not unit.parent and (unit.side, unit.no) in playing:
            finding = MOD001.at(row / "name", "none", what=what, needed=f"a formation of {unit.name}")
            yield finding.also(at, "asked for here").suggest("write its formation under `parent`")


def lacking_formations(game: Game, at: Where, what: str) -> Iterator[Diagnostic]:
    """Yield that a rule about headquarters has none to ask for."""
    counters = game.one("counters", CountersDocument)
    if counters is not None and not counters[0].formations:
        finding = MOD001.at(at, "none", what=what, needed="a formation in counters.yaml")
        yield finding.suggest("write `formations:` with their headquarters in counters.yaml")


def _idle_ranges(game: Game, chosen: Chosen, where: Where) -> Iterator[Diagnostic]:
    """Ranges on counters of units in play that none of the keys which read them selects."""
    readers: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
    for kind, given in chosen:
        for value, selector in kind.ranges_of(given):
            readers.setdefault(value, []).append((kind.key, selector))
    counters, playing = game.one("counters", CountersDocument), {(unit.side, unit.no) for unit in units_in_play(game)}
    for unit, row in counters[1].each("units", counters[0].units) if counters is not None else ():
        for value in readers.keys() & unit.values.keys() if (unit.side, unit.no) in playing else ():
            if unit.number(value) and not any(selects(selector, unit) for _key, selector in readers[value]):
                keys = listed([f"`{key}`" for key in dict.fromkeys(key for key, _selector in readers[value])], "or")
                why = f"it is none of the units that use it under {keys}"
                finding = MOD007.at(row / value, what=f"`{value}` of {unit.name}", why=why)
                yield finding.also((where / readers[value][0][0]).key(), "asked for here").suggest(
                    "leave the value out, or say on the counter how it fires"
                )


def _selectors(game: Game, where: Where) -> Iterator[Diagnostic]:
    """Selectors of units in rules.yaml that select no counter, or have a word that none has."""
    counters, texts = game.one("counters", CountersDocument), marked_texts(game, where.file)
    units = counters[0].units if counters else []
    keys = [text.where for text in texts if text.where.on == "key" and FORMATION in getattr(text.mark, "besides", ())]
    for path in dict.fromkeys(at.path[:-1] for at in keys if NOT not in at.path[:-1]):
        at = Where(where.file, path)
        found = list(_words(at, units))
        yield from found
        selector = at.data
        if units and not found and isinstance(selector, dict) and not any(selects(selector, unit) for unit in units):
            yield MOD004.at(at, "all").suggest("name what at least one unit is")


def _words(at: Where, units: Sequence[UnitCounter]) -> Iterator[Diagnostic]:
    """Words of a selector, and of those within it, that no unit has."""
    selector = at.data
    for key, wanted in selector.items() if isinstance(selector, dict) else ():
        if key == NOT:
            yield from _words(at / NOT, units)
            continue
        there = {word_of(unit, key) for unit in units} - {""}
        for number, word in enumerate(wanted if isinstance(wanted, list) else [wanted]):
            alone = {key: word}
            if there and not any(selects(alone, unit) for unit in units):
                here = at / key / number if isinstance(wanted, list) else at / key
                advice = did_you_mean(str(word), there) or f"there are {', '.join(sorted(there))}"
                yield MOD004.at(here, "word", word=word, key=key).suggest(advice)


def _starts(game: Game, chosen: Chosen) -> Iterator[Diagnostic]:
    """The first unit of each kind of start that no module plays."""
    played = {start for kind, _given in chosen for start in kind.starts}
    missing = {kind: text for kind, text in STARTS.items() if kind not in played}
    for unit in forces(game).units():
        for cell in (*unit.cells.values(), *unit.own.values()):
            for entry in cell:
                if said := missing.pop(entry.kind, None):
                    named = {"start": said} if entry.kind != "leaves" else {}
                    finding = MOD009.at(entry.where, "start" if named else "leaves", unit=unit.cited, **named)
                    key = _KEYS.get(entry.kind)
                    yield finding.suggest(f"write the key `{key}` in rules.yaml" if key else "let it begin in a hex")
