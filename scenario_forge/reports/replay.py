"""The replay page: a whole game on one page that works offline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from scenario_forge.diagnostics.report import one_line
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.variants import on_boards
from scenario_forge.game.schedule import schedule
from scenario_forge.reports.drawing import replay_drawing
from scenario_forge.reports.html import bundle, embedded_fonts, page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.game.game import Game
    from scenario_forge.reports.drawing import PageDrawing
    from scenario_forge.simulator.game_log import GameLog, LogLine
    from scenario_forge.simulator.play import Play


def replay_page(
    game: Game, compiled: CompiledScenario, play: Play[Any], log: GameLog, players: Mapping[str, str], about: str = ""
) -> str:
    """Return one HTML page: map, counters, sliders, log, figures.

    Args:
        game: for the printed map and counters, and what clauses say.
        compiled: the scenario, for names.
        play: for the marks of counters that lie with their back up.
        log: what happened.
        players: who played each side.
        about: a line on the game, such as seed and versions.

    Raises:
        NotBuilt: the page's script was not bundled.
    """
    script, look = bundle("replay")
    game = on_boards(game, compiled.names["scenario"][0])
    drawn = replay_drawing(game, compiled, log.keys)
    title, scenario = (one_line(compiled.names.get(each, ("",))[-1]) for each in ("game", "scenario"))
    data = _data(game, compiled, play, log, players, drawn)
    values = {
        "fonts": embedded_fonts(),
        "look": look,
        "game": title,
        "scenario": scenario,
        "about": about,
        "view": " ".join(f"{length:g}" for length in drawn.box),
        "drawn": {name: Markup(getattr(drawn, name)) for name in ("map", "symbols", "styles")},  # noqa: S704 - ours
        "sides": drawn.sides,
        "turn": data["turn"],
        "data": data,
    }
    return page("replay", f"{title}: {scenario}", values, script=script)


def _data(
    game: Game,
    compiled: CompiledScenario,
    play: Play[Any],
    log: GameLog,
    players: Mapping[str, str],
    drawn: PageDrawing,
) -> dict[str, Any]:
    names = compiled.names
    rows = _Rows()
    lines = [rows.line(line) for line in log.lines]
    sides = compiled.keys["sides"]
    ids, flat = _grid(game, compiled.hexes)
    left, top, width, height = drawn.box
    named = {h: n for h, n in zip(compiled.places.hex, names.get("places", ()), strict=False) if h >= 0}
    scored = [h for h in named if h in compiled.scored_hexes]
    return {
        "sides": [{"id": side, "name": game.side_name(side), "player": players.get(side, "")}
                  for side in sides],
        "turns": list(names.get("turns", ())),
        "turn": _turn(game),
        "ids": ids,
        "flat": flat,
        "places": {str(h): n for h, n in named.items()},
        "named": [*scored, *(h for h in named if h not in scored)],
        "scored": len(scored),
        "boxes": list(names.get("boxes", ())),
        "width": width,
        "height": height,
        "at": [round(value, 1) for x, y in drawn.at for value in (x - left, y - top)],
        "size": drawn.size,
        "pieces": [
            [log.kinds.index(key[0]), key[1], key[2], look.front, look.back, look.name, look.strength, look.face]
            for key, look in zip(log.keys, drawn.looks, strict=True)
        ],
        "lines": lines,
        "clauses": _clauses(game, rows.clauses),
        "steps": rows.steps,
        "marks": rows.marks,
        "turned": sorted(play.turned),
        "arcs": _arcs(play, compiled.hexes, rows.marks),
        "measures": [[line, {name: list(map(int, each)) for name, each in found.items()}]
                     for line, found in log.measures],
        "status": log.status,
        "outcome": list(log.outcome),
        "over": log.over,
    }  # fmt: skip


def _arcs(play: Play[Any], hexes: int, marks: Sequence[str]) -> dict[str, list[list[int]]]:
    """By mark of a way that counters face: the hexes in front of a counter in each hex."""
    found = {mark: [sorted(play.front_arc(hex_, mark)) for hex_ in range(hexes)] for mark in marks}
    return {mark: arcs for mark, arcs in found.items() if any(arcs)}


def _turn(game: Game) -> str:
    """What the log is divided into: turns of one side, where sides act in a fixed order, else game turns."""
    track = schedule(game)
    return track.counted_in if track else "player turn"


def _grid(game: Game, hexes: int) -> tuple[list[str], bool]:
    """Ids of the hexes as the map's elements have them, and whether hexes have a flat top."""
    linked = hex_map(game)
    if linked is None or len(linked.grid) != hexes:
        return [str(n + 1) for n in range(hexes)], False
    return list(linked.grid.ids), linked.grid.orientation == "flat"


def _clauses(game: Game, wanted: Sequence[str]) -> list[list[str]]:
    """Id, printed rule, title and words of each clause that the log names."""
    found = game.one("rulebook", RulebookDocument)
    known = {clause.id: clause for clause in found[0].clauses} if found else {}
    rows = []
    for name in wanted:
        clause = known.get(name)
        place = f", {clause.place}" if clause and clause.place else ""
        rows.append([name, f"Rule {clause.rule}{place}", clause.title, clause.text] if clause else [name, "", "", ""])
    return rows


class _Rows:
    """Lines as rows of plain data, with tables of what comes again and again."""

    def __init__(self) -> None:
        self.clauses: list[str] = []
        self.steps: list[str] = []
        self.marks: list[str] = []
        self._numbers: dict[tuple[int, str], int] = {}

    def line(self, line: LogLine) -> list[Any]:
        """Return one log line as a list of seven fields, followed by a mapping of the optional ones."""
        changes: list[int] = []
        for number, (place, strength, marks) in line.changes:
            changes += (number, place, strength, sum(1 << self._number(self.marks, mark) for mark in marks))
        more: dict[str, Any] = {}
        if line.die:
            more["die"] = line.die
        if line.scene.hexes:
            more["at"], more["kind"] = list(line.scene.hexes), line.scene.kind
        if line.control:
            more["control"] = [value for pair in line.control for value in pair]
        if line.held is not None:
            more["held"] = dict(line.held)
        if line.score is not None:
            more["score"] = list(line.score)
        if line.status:
            more["status"] = [value for pair in line.status for value in pair]
        clause = self._number(self.clauses, line.clause) if line.clause else -1
        step = self._number(self.steps, line.step) if line.step else -1
        row = [one_line(line.text), clause, line.by, step, *line.moment, changes]
        return [*row, more] if more else row

    def _number(self, table: list[str], value: str) -> int:
        known = self._numbers.get((id(table), value))
        if known is None:
            known = self._numbers[id(table), value] = len(table)
            table.append(value)
        return known
