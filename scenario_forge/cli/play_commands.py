"""What a person can ask for beside choosing: looks at the board, search, why not, undo, save."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.cli import words
from scenario_forge.cli.outputs import objection_to
from scenario_forge.cli.play_choose import first_word, named
from scenario_forge.cli.play_words import choices_in_words, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from scenario_forge.api.play import Prepared, Table
    from scenario_forge.cli.play_choose import Named
    from scenario_forge.cli.play_words import Teller
    from scenario_forge.project.game import Game
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.step import Action, IllegalActionError, Token
    from scenario_forge.simulator.telling import Piece


HELP = """\
  Type one of the choices, the beginning of its name, or several in a row; a number as #12.
  (empty)   carry out what is begun, if it is whole      -          take back the last word
  to PLACE  go there by the cheapest way                 undo       take back your last action
  by PLACE  begin with the cheapest way there            any        whichever comes first
  find TEXT the choices with TEXT in them                ?          the choices again, and this
  map [HEX] the map around a hex                         units [SIDE] [TEXT]  counters with place and strength
  state     score and who holds what                     why WORD   why it is no choice
  rule 6.15 what a clause says                           save FILE  write the game so far; `--resume FILE` goes on
  quit      stop; the record keeps the game so far
"""


MOST = 60
"""Choices that are shown without being asked for."""


class UndoError(BaseException):
    """The last action of the person is to be taken back."""


class LeftError(BaseException):
    """The person has had enough."""


class AtTable:
    """A person with a game on the table: what is to be seen, and the commands. Each gives what is begun after it."""

    def __init__(
        self,
        prepared: Prepared,
        teller: Teller,
        sides: Sequence[str],
        game: Game | None = None,
        record: Path | None = None,
    ) -> None:
        self.prepared, self.teller, self.sides, self.record = prepared, teller, sides, record
        self.looks = Looks(prepared, game)
        self.table: Table | None = None
        self._saved = {record}
        """What this game may be written to: its record, and each file that it has gone to already."""
        self._moment: tuple[int, int] | None = None
        self._middle: int | None = None
        self._commands: Mapping[str, Callable[[Seat, Action, str], Action]] = {
            "-": lambda _seat, begun, _rest: begun[:-1],
            "undo": self._undo,
            "?": self._help,
            "help": self._help,
            "find": self._find,
            "map": self._map,
            "units": self._units,
            "state": self._state,
            "score": self._state,
            "why": self._why,
            "rule": self._rule,
            "save": self._save,
            "quit": self._leave,
            "exit": self._leave,
        }

    def _show(self, seat: Seat, begun: Action, *, all_of_them: bool = False) -> None:
        self._list(named(self.teller, seat, begun), all_of_them=all_of_them)
        if self._whole(seat, begun):
            words.say("  (empty line: that is all)\n")

    def _list(self, listed: Sequence[Named], *, all_of_them: bool = False) -> None:
        shown = listed if all_of_them or len(listed) <= MOST else listed[:MOST]
        texts = [f"{each.name}  {each.note}" if each.note else each.name for each in shown]
        words.say(choices_in_words(texts, words.width()))
        if len(listed) > len(shown):
            words.say(f"  … and {len(listed) - len(shown)} more; ? shows all, find TEXT some\n")

    # -- commands: what is begun after them --------------------------------------------------------

    def _undo(self, _seat: Seat, begun: Action, _rest: str) -> Action:
        if begun:
            return ()
        raise UndoError

    def _leave(self, _seat: Seat, _begun: Action, _rest: str) -> Action:
        raise LeftError

    def _help(self, seat: Seat, begun: Action, rest: str) -> Action:
        if rest:
            return self._rule(seat, begun, rest)
        words.say(HELP)
        rule = self.table.match.playout.step.clause if self.table else ""
        said = self.looks.clause(rule)
        asked = self.prepared.play.asks(seat.frame, begun)
        self._lines(each for each in (f"[{rule}] {said}" if said else "", f"next: {asked}" if asked else "") if each)
        self._show(seat, begun, all_of_them=True)
        return begun

    def _find(self, seat: Seat, begun: Action, rest: str) -> Action:
        found = [
            each for each in named(self.teller, seat, begun) if rest.casefold() in f"{each.name} {each.note}".casefold()
        ]
        self._list(found, all_of_them=True)
        if not found:
            words.say(f"  no choice has `{rest}` in it\n")
        return begun

    def _map(self, seat: Seat, begun: Action, rest: str) -> Action:
        word, _, number = rest.rpartition(" ")
        around = int(number) if word and number.isdigit() else AROUND
        text = word if word and number.isdigit() else rest
        hex_ = self.looks.find(text) if text else self._last_place(seat, begun)
        if hex_ is None:
            words.say("  which hex? map S15, or the name of a place\n")
        else:
            self._middle = hex_
            self._lines(self.looks.map(seat.state, hex_, min(around, 9)))
        return begun

    def _last_place(self, seat: Seat, begun: Action) -> int | None:
        """The hex of what is begun: the last one named, or where the unit stands."""
        for stage in range(len(begun), 0, -1):
            table = self.prepared.play.table_of(seat.frame, begun[: stage - 1])
            token = begun[stage - 1]
            if table == "hexes" and isinstance(token, int) and token >= 0:
                return token
            if table == "units":
                at = (p.place for p in self.prepared.play.pieces(seat.state) if (p.kind, p.number) == ("units", token))
                return next((place for place in at if place >= 0), self._middle)
        return self._middle

    def _units(self, seat: Seat, begun: Action, rest: str) -> Action:
        word, _, text = rest.partition(" ")
        sides = self.prepared.sides
        side = next((n for n, name in enumerate(sides) if word and name.startswith(word.casefold())), None)
        self._lines(self.looks.units(seat.state, seat.side if side is None else side, rest if side is None else text))
        return begun

    def _state(self, seat: Seat, begun: Action, _rest: str) -> Action:
        self._lines(self.looks.stands(seat.state))
        return begun

    def _rule(self, _seat: Seat, begun: Action, rest: str) -> Action:
        none = "there is no clause of that number" if rest else "which clause? rule 6.15"
        words.say(f"  {self.looks.clause(rest) or none}\n")
        return begun

    def _save(self, _seat: Seat, begun: Action, rest: str) -> Action:
        from pathlib import Path  # noqa: PLC0415

        file = Path(rest) if rest else self.record
        if file is None:
            words.say("  to which file? save FILE\n")
        elif self._write(file):
            words.say(f"  wrote {file}\n")
        return begun

    def _write(self, file: Path) -> bool:
        """The game so far; where it cannot be written that is said, and the game goes on."""
        from scenario_forge.simulator.drive import Ending  # noqa: PLC0415
        from scenario_forge.simulator.record import text_of  # noqa: PLC0415

        if self.table is None:
            return False
        text = text_of(self.table.record(Ending("stopped", "by the player")))
        objection = None if file in self._saved else objection_to(file)
        problem = objection or words.not_written(file, text.encode())
        if problem:
            self._lines(each for each in problem if each)
        else:
            self._saved.add(file)
        return problem is None

    def _why(self, seat: Seat, begun: Action, rest: str) -> Action:
        if rest:
            self._say_why(seat, begun, rest)
        else:
            words.say("  why what is none of the choices? why WORD\n")
        return begun

    @staticmethod
    def _lines(lines: Iterable[str]) -> None:
        words.say("".join(f"  {line}\n" for line in lines))

    def _whole(self, seat: Seat, begun: Action) -> bool:
        if not begun:
            return False
        return any(choice.token == begun[-1] and choice.whole for choice in seat.choices(begun[:-1]))

    def _say_why(self, seat: Seat, begun: Action, line: str) -> None:
        """What is wrong with the next word of a line, with the clause that forbids it."""
        from scenario_forge.diagnostics.model import did_you_mean  # noqa: PLC0415

        token, word = self._token(seat, begun, line)
        spoken = line.casefold() if f"{line.casefold()}:" in self.prepared.play.asks(seat.frame, begun) else None
        asked = spoken if token is None else token
        if self.table is not None and asked is not None:
            playout = self.table.match.playout
            self._say_refused(playout.step.why_not(playout.state, playout.frame, begun, asked), asked, word)
            return
        if begun and isinstance(first_word(named(self.teller, seat, ()), line), tuple):
            words.say(f"  first carry out what is begun, or take it back (undo); then `{line}`\n")
            return
        hint = did_you_mean(line, [each.name for each in named(self.teller, seat, begun)])
        words.say(
            f"  `{line.split(maxsplit=1)[0]}` is none of the choices"
            + (f"; {hint}" if hint else "; ? shows them")
            + "\n"
        )

    def _say_refused(self, error: IllegalActionError, token: Token, word: str) -> None:
        said = self.looks.clause(error.clause)
        text = self.teller.refused(str(error), token, word)
        text = text if word in text else f"{word}: {text}"
        words.say(f"  {text}" + (f"  [{error.clause}]" if error.clause else "") + "\n")
        self._lines([said] if said else [])

    def _token(self, seat: Seat, begun: Action, line: str) -> tuple[Token | None, str]:
        """A thing of the game that is no choice here, by the longest name that the line begins with."""
        table = self.prepared.play.table_of(seat.frame, begun)
        names = self.prepared.compiled.names.get(table, ())
        folded = line.casefold()
        fits = [
            (len(name), number)
            for number, name in enumerate(names)
            if folded == name.casefold() or folded.startswith(f"{name.casefold()} ")
        ]
        if not fits:
            return None, line
        number = max(fits, key=lambda each: (each[0], -each[1]))[1]
        return number, names[number]


# -- what a person may look at ---------------------------------------------------------------------


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
        from scenario_forge.project.reading.variants import on_boards  # noqa: PLC0415

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
