"""What a person may look at: the map around a hex, the units, how it stands, what a clause says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.cli.play_words import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.api.play import Prepared
    from scenario_forge.project.game import Game
    from scenario_forge.simulator.telling import Piece

AROUND = 3
"""Hexes that the map shows to each side of its middle."""
CELL = 12


class Looks:
    """Views of a game for one who plays it in a terminal."""

    def __init__(self, prepared: Prepared, game: Game | None) -> None:
        self.prepared, self.game = prepared, game
        self.hexes = prepared.compiled.names.get("hexes", ())
        self.names = dict(zip(prepared.compiled.places.hex, prepared.compiled.names.get("places", ()), strict=False))

    # -- places ----------------------------------------------------------------------------------

    def place(self, place: int) -> str:
        """A hex by its id and name, a box by its name."""
        boxes = self.prepared.compiled.names.get("boxes", ())
        if place < 0:
            return plain(boxes[-2 - place]) if 0 <= -2 - place < len(boxes) else "off the map"
        text = self.hexes[place] if place < len(self.hexes) else str(place)
        return plain(f"{text} {self.names[place]}" if place in self.names else text)

    def find(self, word: str) -> int | None:
        """A hex by its id or the name of a place in it."""
        wanted = word.casefold().strip()
        for hex_, name in enumerate(self.hexes):
            if name.casefold() == wanted:
                return hex_
        found = {hex_ for hex_, name in self.names.items() if hex_ >= 0 and name.casefold() == wanted}
        found = found or {h for h, name in self.names.items() if h >= 0 and name.casefold().startswith(wanted)}
        return min(found) if found and wanted else None

    # -- units -----------------------------------------------------------------------------------

    def units(self, state: Any, side: int, word: str = "") -> Iterator[str]:  # noqa: ANN401 - the game's own state
        """A line for each counter of a side, by where it stands."""
        rows = [
            (self.place(piece.place), self.counter(piece), piece)
            for piece in self.prepared.play.pieces(state)
            if piece.side == side
        ]
        wanted = word.casefold()
        shown = [row for row in rows if wanted in f"{row[0]} {row[1]}".casefold()]
        for place, name, piece in sorted(shown, key=lambda row: (row[2].place, row[2].kind != "units")):
            strength = f"{piece.strength:>3}" if piece.strength >= 0 else "   "
            yield f"{place:<24} {strength}  {name}" + (f"  ({', '.join(piece.marks)})" if piece.marks else "")
        if not shown:
            yield "none"

    def counter(self, piece: Piece) -> str:
        """A counter by name."""
        names = self.prepared.compiled.names.get("units", ())
        return plain(names[piece.number]) if piece.kind == "units" and piece.number < len(names) else piece.kind

    # -- the map ---------------------------------------------------------------------------------

    def map(self, state: Any, middle: int, around: int = AROUND) -> Iterator[str]:  # noqa: ANN401
        """The hexes around one: id and terrain, below it who stands there: counters/strength by the side's letter."""
        from scenario_forge.hexes import centre  # noqa: PLC0415
        from scenario_forge.project.hexmap import hex_map  # noqa: PLC0415
        from scenario_forge.project.variants import on_boards  # noqa: PLC0415

        scenario = self.prepared.compiled.names["scenario"][0]
        linked = hex_map(on_boards(self.game, scenario)) if self.game else None
        if linked is None:
            yield "there is no map"
            return
        x0, y0 = centre(linked.grid, middle, 1.0)
        rows: dict[int, list[tuple[float, int]]] = {}
        for hex_ in range(len(linked.grid)):
            x, y = centre(linked.grid, hex_, 1.0)
            if abs(x - x0) <= around + 0.01 and abs(y - y0) <= around * 0.87 + 0.01:
                rows.setdefault(round(y * 4), []).append((x, hex_))
        stands = self._by_place(state)
        kinds = self.prepared.compiled.keys.get("terrain", ())
        left = min(x for row in rows.values() for x, _ in row)
        for _, row in sorted(rows.items()):
            upper = lower = ""
            for x, hex_ in sorted(row):
                column = round((x - left) * CELL)
                kind = kinds[self.prepared.compiled.map.terrain[hex_]] if kinds else ""
                name = f"[{self.hexes[hex_]}]" if hex_ == middle else self.hexes[hex_]
                upper = f"{upper:<{column}}{name} {kind[:3]}"
                lower = f"{lower:<{column}}{' '.join(stands.get(hex_, ()))[: CELL - 1]}"
            yield upper.rstrip()
            if lower.strip():
                yield lower.rstrip()
        yield from self._key(state, rows)

    def _by_place(self, state: Any) -> dict[int, list[str]]:  # noqa: ANN401
        sides = self.prepared.sides
        found: dict[int, dict[int, list[int]]] = {}
        others: dict[int, list[str]] = {}
        for piece in self.prepared.play.pieces(state):
            if piece.strength >= 0 and piece.side >= 0:
                found.setdefault(piece.place, {}).setdefault(piece.side, []).append(piece.strength)
            else:
                others.setdefault(piece.place, []).append(piece.kind[0])
        letters = [side[:2].capitalize() for side in sides]
        said: dict[int, list[str]] = {}
        for place, by_side in found.items():
            said[place] = [f"{letters[side]}{len(s)}/{sum(s)}" for side, s in by_side.items()]
        for place, marks in others.items():
            said.setdefault(place, []).append("".join(marks))
        return said

    def _key(self, state: Any, rows: dict[int, list[tuple[float, int]]]) -> Iterator[str]:  # noqa: ANN401
        shown = {hex_ for row in rows.values() for _, hex_ in row}
        towns = [self.place(hex_) for hex_ in sorted(shown) if hex_ in self.names]
        if towns:
            yield f"places: {', '.join(towns)}"
        others = {p.kind for p in self.prepared.play.pieces(state) if p.strength < 0 and p.place in shown}
        if others:
            yield "markers: " + ", ".join(f"{kind[0]} {kind}" for kind in sorted(others))

    # -- how it stands ---------------------------------------------------------------------------

    def stands(self, state: Any) -> Iterator[str]:  # noqa: ANN401
        """Score, places of victory, figures by side."""
        play, sides = self.prepared.play, self.prepared.sides
        points = play.score(state)
        yield "score: " + (", ".join(f"{s} {p}" for s, p in zip(sides, points, strict=False)) or "none is counted")
        for name, holder in play.held(state).items():
            yield f"{plain(name)}: {sides[holder - 1] if holder else 'nobody'}"
        for name, values in play.measures(state).items():
            yield f"{name}: " + ", ".join(f"{s} {value}" for s, value in zip(sides, values, strict=False))

    def clause(self, name: str) -> str:
        """What a clause says; empty where there is none of that id."""
        from scenario_forge.documents.rulebook import RulebookDocument  # noqa: PLC0415

        found = self.game.one("rulebook", RulebookDocument) if self.game else None
        clauses: Sequence[Any] = found[0].clauses if found else ()
        clause = next((each for each in clauses if each.id == name.strip("[]§ ")), None)
        return plain(f"{clause.title}: {clause.text}") if clause else ""
