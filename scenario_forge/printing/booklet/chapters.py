"""Chapters of the rulebook as the template reads them: passages in order, each with its errata and figures."""

from __future__ import annotations

import re
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.rulebook import ExamplesDocument, RulebookDocument
from scenario_forge.game.diagrams import diagrams
from scenario_forge.game.forces import counter_sheets
from scenario_forge.game.statements import typeset_value
from scenario_forge.game.tables import tables
from scenario_forge.printing.charts.tables import procedure_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.documents.rulebook import Citation, Clause, Example, Fight, PrintedRule, Ruling
    from scenario_forge.game.diagrams import Scene
    from scenario_forge.game.forces import Counter
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.reading.errata import Patch
    from scenario_forge.printing.brief import Brief, ChangeMarks, Words


Chapter = dict[str, Any]
Placed = tuple["Clause", "Where"]

NOTES = frozenset({"history", "advice", "display", "example", "repeat"})
"""Reasons for which a clause that cannot be carried out is set as a note; the others read like rules."""
_ID = 24
"""The most letters of a number or id in the margin."""
_HEADING = re.compile(r"(?:[a-z0-9]{1,2}\. )?(?=[^\W\d_])[^a-z]")
_PART = re.compile(r", [a-z]$")


class Chapters:
    """Builder of the chapters; remembers what must be explained: signs, and where terms stand."""

    def __init__(self, game: Game, words: Words, bars: Bars) -> None:
        self.game, self.words, self.bars = game, words, bars
        self.signs = False
        """Some passage rests on a value of ours."""
        self._figures: dict[str, list[dict[str, Any]]] = {}
        for number, scene in enumerate(diagrams(game).scenes):
            self._figures.setdefault(scene.diagram.clause, []).append(self._figure(number, scene))

    def all(self) -> list[Chapter]:
        """Return every chapter with content, in the order of the printed rules."""
        return [chapter for chapter in self._chapters() if chapter["groups"] or chapter["examples"]]

    def _chapters(self) -> Iterator[Chapter]:
        for book, where in self.game.documents("rulebook", RulebookDocument):
            placed: dict[str, list[Placed]] = {}
            for number, clause in enumerate(book.clauses):
                if clause.reason == "ornament" or self.bars.settle(clause.settled):
                    continue
                placed.setdefault(clause.rule, []).append((clause, where / "clauses" / number))
            names = {rule.number: rule for rule in book.rules}
            for number, rule in enumerate(book.rules):
                yield {
                    "number": shorten_title(rule.number, _ID),
                    "title": shorten_title(rule.title),
                    "bar": self.bars.beside(where / "rules" / number),
                    "groups": list(self._groups(placed.pop(rule.number, []), names, rule.title)),
                    "examples": worked_examples(self.game, rule.number, self.words, self.bars),
                }
            for unlisted, clauses in placed.items():
                groups = list(self._groups(clauses, names))
                yield {"number": "", "title": shorten_title(unlisted), "bar": "", "groups": groups, "examples": []}

    def _groups(self, placed: list[Placed], names: dict[str, PrintedRule], above: str = "") -> Iterator[dict[str, Any]]:
        """Clauses of one place in print together, the places in the order in which they begin."""
        by_place: dict[str, list[Placed]] = {}
        for clause, where in placed:
            by_place.setdefault(clause.place, []).append((clause, where))
        heading = above
        for place, clauses in by_place.items():
            head, heading = _head(place, heading, clauses)
            yield {
                "head": shorten_title(head),
                "items": [self._passage(clause, where, names) for clause, where in clauses],
            }

    def _passage(self, clause: Clause, where: Where, names: dict[str, PrintedRule]) -> dict[str, Any]:
        ours = [(where / "text").ours, *((where / "states" / name).ours for name in clause.states)]
        touched = self.bars.beside(where)
        rulings = [
            self._ruling(ruling, where / "rulings" / n)
            for n, ruling in enumerate(clause.rulings)
            if not self.bars.settle(ruling.settled)
        ]
        title = shorten_title(clause.title)
        return {
            "id": shorten_title(clause.id, _ID),
            "title": title,
            "run_in": title if title[-1] in ".?!:…" else f"{title}.",
            "text": clause.text,
            "note": not clause.executable and clause.reason in NOTES,
            "star": self._star(not self.bars.ids(where) and any(ours)),
            "bar": touched,
            "see": self._see(clause.cites, clause.rule, names),
            "by_hand": procedure_names(self.game, self.words, clause.id),
            "gap": clause.gap,
            "lost": clause.lost,
            "rulings": rulings,
            "figures": self._figures.get(clause.id, []),
        }

    def _ruling(self, ruling: Ruling, where: Where) -> dict[str, Any]:
        others = ". ".join(other.rstrip(".") for other in ruling.alternatives)
        return {
            "id": ruling.id,
            "question": ruling.question,
            "reading": ruling.reading.rstrip(".") + ".",
            "why": ruling.why.rstrip(".") + ".",
            "others": others + "." if others else "",
            "bar": self.bars.beside(where),
        }

    def _figure(self, number: int, scene: Scene) -> dict[str, Any]:
        sums = [combat_lines(self.game, fight, self.words) for fight in scene.diagram.fights]
        ours = (scene.where / "caption").ours or any(strengths for _rows, strengths in sums)
        return {
            "svg": figure_name(number),
            "title": shorten_title(scene.diagram.title),
            "caption": scene.diagram.caption,
            "star": self._star(ours),
            "lines": list(scene.diagram.lines),
            "fights": [rows for rows, _strengths in sums],
            "bar": self.bars.beside(scene.where),
        }

    def _see(self, cites: list[Citation], here: str, names: dict[str, PrintedRule]) -> str:
        """``See rules 9 and 10``; chapters without a number by their titles."""
        cited = dict.fromkeys(citation.rule for citation in cites if citation.rule != here)
        numbered = [rule for rule in cited if rule[:1].isdigit()]
        titled = [names[rule].title if rule in names else rule for rule in cited if rule not in numbered]
        parts = []
        if numbered:
            key = "see_rule" if len(numbered) == 1 else "see_rules"
            parts.append(self.words(key, rules=self._joined(numbered)))
        if titled:
            parts.append(self.words("see_chapter", chapters=self._joined(titled)))
        return "; ".join(parts)

    def _joined(self, names: list[str]) -> str:
        if len(names) == 1:
            return names[0]
        return self.words("and_last", most=", ".join(names[:-1]), last=names[-1])

    def _star(self, ours: bool) -> str:
        self.signs = self.signs or ours
        return self.words("proposed_mark") if ours else ""


def figure_name(number: int) -> str:
    """Return the name of a drawing, from the place of the figure in its file."""
    return f"figure-{number}"


def _head(place: str, above: str, clauses: list[Placed]) -> tuple[str, str]:
    """The heading over a place, empty where it needs none, and the heading that stands above what follows.

    A place in print is a heading (`Strategic Movement`, `a. Reinforcements`), a part of one (`Retreats, b`), or
    says where the passage stands (`second paragraph`); only headings are for readers.
    """
    head = _PART.sub("", place)
    if not _HEADING.match(place) or head == above or place.startswith(f"{above}, "):
        return "", above
    if len(clauses) == 1 and clauses[0][0].title.casefold() in place.casefold():
        return "", above
    return head, head


# -- combats of figures, worked out from the counters and read from the chart ----------------------


Row = dict[str, Any]
"""A line of the sum: `what`, `value`, `strong` for results."""


def combat_lines(game: Game, fight: Fight, words: Words) -> tuple[list[Row], bool]:
    """Return the lines of a worked combat, and whether they rest on strengths that are ours."""
    attackers, defenders = _units(game, fight.attackers), _units(game, fight.defenders)
    signed = partial(typeset_value, signed=True)
    attack, defence = (sum(unit.counter.strength or 0 for unit in units) for units in (attackers, defenders))
    rows = [
        {"what": words("fight_attack", units=_listed(attackers)), "value": str(attack), "strong": False},
        {"what": words("fight_defence", units=_listed(defenders)), "value": f"−{defence}", "strong": False},
        *({"what": each.text, "value": signed(each.value), "strong": False} for each in fight.modifiers),
    ]
    differential = attack - defence + sum(each.value for each in fight.modifiers)
    rows.append({"what": words("rules_differential_word"), "value": signed(differential), "strong": True})
    result = _result(game, fight, differential)
    if result:
        rows.append({"what": words("fight_result", die=fight.die), "value": result, "strong": True})
    ours = any((unit.where / "strength").ours for unit in (*attackers, *defenders))
    return rows, ours


def _units(game: Game, names: list[str]) -> list[Counter]:
    known = {f"{side}/{no}": counter for (side, no), counter in counter_sheets(game).counters.items()}
    return [known[name] for name in names if name in known]


def _listed(units: list[Counter]) -> str:
    return " + ".join(f"{unit.counter.name} {unit.counter.strength}" for unit in units)


def _result(game: Game, fight: Fight, differential: int) -> str:
    table = tables(game).charts.get(fight.chart or "")
    if table is None or fight.die is None:
        return ""
    row, column = table.row(str(fight.die)), table.column(f"{differential:+d}")
    cell = table.at(row, column) if row is not None and column is not None else None
    return cell.text if cell else ""


# -- the worked examples of a chapter --------------------------------------------------------------


_FOR_CHECKS = frozenset({"option", "side"})
"""Values of an example that only checks need; no reader is shown them."""


def worked_examples(game: Game, rule: str, words: Words, bars: Bars) -> list[dict[str, Any]]:
    """Return the worked examples of a rule in printed order.

    Those without an answer are left out, and those of a figure: their clauses and figures tell of them.
    """
    found = []
    for document, where in game.documents("examples", ExamplesDocument):
        for number, example in enumerate(document.examples):
            if example.rule == rule and example.answer and not example.map and "figure" not in example.given:
                at = where / "examples" / number
                found.append(_told(example, words) | {"bar": bars.beside(at)})
    return found


def _told(example: Example, words: Words) -> dict[str, Any]:
    given = {key: value for key, value in example.given.items() if key not in _FOR_CHECKS}
    sums = [f"{_added(each.parts)} = {each.total:g}" for each in example.sums]
    return {
        "id": example.id,
        "title": example.title,
        "told": _filled(example, words),
        "given": "; ".join(_pairs(given, words)),
        "asked": example.asked,
        "answer": "; ".join(_pairs(example.answer, words)),
        "sums": sums,
        "clauses": list(example.clauses),
    }


def _filled(example: Example, words: Words) -> str:
    """The example's own sentences with its values; a value that is not there stays as it was written."""

    def value(gap: re.Match[str]) -> str:
        try:
            return _shown(example.value_at(gap[1]), words)
        except LookupError:
            return gap[0]

    return re.sub(r"\{([\w.-]+)\}", value, example.told)


def _added(parts: list[float]) -> str:
    """Parts of a sum with their signs: ``6 − 2``."""
    first, *rest = parts
    return f"{first:g}".replace("-", "−") + "".join(f" {'−' if part < 0 else '+'} {abs(part):g}" for part in rest)


def _pairs(values: dict[str, Any], words: Words) -> Iterator[str]:
    for key, value in values.items():
        shown = _shown(value, words)
        if shown:
            yield f"{key.replace('_', ' ')} {shown}"


def _shown(value: Any, words: Words) -> str:  # noqa: ANN401 - whatever the author wrote
    if isinstance(value, bool):
        return words("yes" if value else "no")
    if isinstance(value, (int, float)):
        return f"{value:g}"
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return f"({', '.join(_pairs(value, words))})" if value else ""
    if isinstance(value, list):
        plain = not any(isinstance(inner, dict) for inner in value)
        return (", " if plain else " · ").join(_shown(inner, words) or words("none") for inner in value)
    return ""


# -- which errata stand behind a printed passage, so that a bar beside it can say so ---------------


_LETTERED = re.compile(r"(.*\d)([a-z]?)")


class Bars:
    """Applied errata by the place that they changed, for the bars in the margin."""

    def __init__(self, game: Game, marks: ChangeMarks | None = None) -> None:
        self.marks = marks
        self.applied = [patch for patch in game.patches if patch.target and not patch.problem]
        self._by_file: dict[str, list[Patch]] = {}
        for patch in self.applied:
            assert patch.target is not None  # noqa: S101 - those without were left out
            self._by_file.setdefault(patch.target[0], []).append(patch)

    def settle(self, errata: Sequence[str]) -> bool:
        """Return whether all of these errata are applied, and there are any."""
        return bool(errata) and {patch.erratum.id for patch in self.applied}.issuperset(errata)

    def ids(self, *places: Where) -> list[str]:
        """Return ids of the errata that changed something at or below these places, or all of one of them."""
        found: dict[str, None] = {}
        for where in places:
            for patch in self._by_file.get(where.file.name, ()):
                path = patch.target[1] if patch.target else ()
                shorter = min(len(path), len(where.path))
                if path[:shorter] == where.path[:shorter]:
                    found[patch.erratum.id] = None
        return list(found)

    def beside(self, *places: Where) -> str:
        """Return the ids in short form: ``DR-024a–c, f``; empty where nothing was corrected.

        In a living rulebook the date of the last of them follows, or the edition that made another change.
        """
        ids = self.ids(*places)
        if self.marks is None:
            return ", ".join(join_letters(ids))
        ids = [id_ for id_ in ids if id_ in self.marks.errata]
        dates = {self.marks.errata[id_] for id_ in ids}
        said = [f"{', '.join(join_letters(ids))} {max(dates)}".strip()] if ids else []
        said += [each for where in places for each in _others(self.marks, where)]
        return ", ".join(dict.fromkeys(said))


def _others(marks: ChangeMarks, where: Where) -> Iterator[str]:
    """What no erratum changed at or below a place, or all around it."""
    for (name, path), said in marks.others.items():
        shorter = min(len(path), len(where.path))
        if name == where.file.name and path[:shorter] == where.path[:shorter]:
            yield said


def join_letters(ids: Iterable[str]) -> Iterator[str]:
    """Yield ids with their letters joined: `DR-024a`, `DR-024b`, `DR-024c`, `DR-024e` become `DR-024a–c, e`."""
    split = [(match[1], match[2]) if (match := _LETTERED.fullmatch(each)) else (each, "") for each in sorted(ids)]
    for stem, group in groupby(split, key=lambda pair: pair[0]):
        runs: list[list[str]] = []
        for _stem, letter in group:
            if runs and letter and runs[-1][-1] and ord(letter) == ord(runs[-1][-1]) + 1:
                runs[-1].append(letter)
            else:
                runs.append([letter])
        yield stem + ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


# -- what the appendices share ---------------------------------------------------------------------


Part = dict[str, Any]
"""An appendix as the template reads it: `kind`, `title`, `intro`, and its rows."""


def shorten_title(text: str, most: int = 160) -> str:
    """Return a title cut to the length that a heading may have."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def own_value_sign(brief: Brief, where: Where, bars: Bars) -> str:
    """Return the sign of a value that is ours and no correction; empty for any other."""
    return brief.words("proposed_mark") if where.ours and not bars.ids(where) else ""
