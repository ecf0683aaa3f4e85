"""How much of a list of errata `forge errata import` resolves: the known errata of the games, worded in five ways.

Each erratum that a reader sees is written as a line, in each of five wordings whose words for places vary with the
seed. Then noise is planted in some lines: the number of another unit, a slip in the printed value, or two corrections
in a line. A line counts as *resolved* where the drafted address and corrected value are those of the erratum, and as
*wrong* where something else is drafted. A line with a wrong number or value should not be resolved: it counts as
*noticed* where the right place is shown.

    python benchmarks/errata_import.py --seed 7 [--show wrong] [--game desert-rats]
"""

from __future__ import annotations

import argparse
import difflib
import random
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from scenario_forge.api.errata_import import import_lists
from scenario_forge.api.errata_import.values import as_plain
from scenario_forge.game.errata.lists import corrections
from scenario_forge.game.errata.text import in_words
from scenario_forge.game.reading.errata import locate, printed_roots
from scenario_forge.game.reading.locate import find_game
from scenario_forge.game.reading.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.api.errata_import.resolving import Outcome
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data, Node

GAMES = ("desert-rats", "knights-of-the-desert", "rats-of-tobruk", "western-desert")
WORDINGS = ("should be", "for … read", "change … to", "forum", "table")
_SHORT = {
    "order of battle": ("OOB", "OB", "order of battle"),
    "Combat Results Table": ("CRT", "Combat Results", "Combat Results Table"),
    "Time record track": ("Turn Record Track", "Time Record Track", "TRT"),
    "Counter ": ("Counter ", "counter of "),
}
_MONTHS = {
    "Dec 40": ("Dec 40", "December 1940", "12/40"),
    "Mar 41": ("Mar 41", "March 1941", "3/41"),
    "Nov 41": ("Nov 41", "November 1941", "11/41"),
    "May 42": ("May 42", "May 1942", "5/42"),
}


@dataclass(frozen=True)
class Line:
    """A line of a list, what it should lead to, and the noise in it."""

    text: str
    wording: str
    wanted: tuple[tuple[str, Data], ...]
    """Place and corrected value of each correction in it."""
    noise: str = ""


def lines_of(game: Game, rng: random.Random, noise: float) -> Iterator[Line]:
    """Yield the errata of a game as lines, each in five wordings."""
    roots = printed_roots(game.read)
    errata = [(row.erratum, row.place) for row in corrections(game).rows if ".states[" not in row.erratum.at]
    for wording in WORDINGS:
        waiting: Line | None = None
        for erratum, place in errata:
            line = _line(erratum, place, wording, rng, roots)
            kind = rng.choice(("unit", "slip", "two")) if rng.random() < noise else ""
            if kind == "two" and wording != "table":
                if waiting is not None:
                    joint = rng.choice(("; ", "; also ", ". "))
                    wanted = (*waiting.wanted, *line.wanted)
                    yield Line(f"{waiting.text.rstrip('.')}{joint}{line.text}", wording, wanted, "two in a line")
                    waiting = None
                else:
                    waiting = line
                continue
            yield _noisy(line, erratum, kind, rng)
        if waiting is not None:
            yield waiting


def _line(erratum: Erratum, place: str, wording: str, rng: random.Random, roots: dict[str, Node]) -> Line:
    printed, corrected = _quoted(erratum, rng)
    where = _varied(place, rng)
    if wording == "table":
        text = f"{where}\t{printed}\t{corrected}"
    else:
        long = " " in printed or " " in corrected
        was, now = (
            (f'"{printed}"', f'"{corrected}"') if long and '"' not in printed + corrected else (printed, corrected)
        )
        text = {
            "should be": f"{where}: {was} should be {now}.",
            "for … read": f"{where}: for {was} read {now}.",
            "change … to": f"In the {where}, change {was} to {now}.",
            "forum": f"- {where} {was} -> {now}",
        }[wording]
    return Line(text, wording, (_wanted(erratum, roots),))


def _wanted(erratum: Erratum, roots: dict[str, Node]) -> tuple[str, Data]:
    file, path, _node = locate(roots, erratum.at)
    return str((file, path)), erratum.corrected


def _quoted(erratum: Erratum, rng: random.Random) -> tuple[str, str]:
    """The values; of a sentence only the words that differ, with some before and behind."""
    was, now = erratum.printed, erratum.corrected
    if not (isinstance(was, str) and isinstance(now, str) and was.count(" ") > 5) or rng.random() < 0.3:
        return in_words(was), in_words(now)
    old, new = was.split(), now.split()
    blocks = [b for b in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if b[0] != "equal"]
    about = rng.choice((1, 2, 3, 4))
    (_t, i, _j, k, _m), (_u, _i, j, _k, m) = blocks[0], blocks[-1]
    before = min(i, k, about)
    after = min(len(old) - j, len(new) - m, about)
    return " ".join(old[i - before : j + after]), " ".join(new[k - before : m + after])


def _varied(place: str, rng: random.Random) -> str:
    """The words of a place, some shortened or spelled in another way."""
    made = place
    for words, others in (_SHORT | _MONTHS).items():
        made = made.replace(words, rng.choice(others))
    if rng.random() < 0.5:
        made = made.replace("column ", "")
    if rng.random() < 0.3:
        made = re.sub(r"\bunit ", lambda _match: rng.choice(("no. ", "#", "unit no. ")), made)
    if rng.random() < 0.3:
        made = re.sub(r"\bRule (?=[0-9])", "section ", made)
    return made


def _noisy(line: Line, erratum: Erratum, kind: str, rng: random.Random) -> Line:
    """Plant the number of another unit, or a slip in the printed value, where the line has such a thing."""
    if kind == "unit":
        match = re.search(r"(?:unit |no\. |#|Allied |Axis )([0-9]+)\b", line.text)
        if match is not None:
            other = str(max(1, int(match[1]) + rng.choice((-3, -2, -1, 1, 2, 3))))
            if other != match[1]:
                text = f"{line.text[: match.start(1)]}{other}{line.text[match.end(1) :]}"
                return Line(text, line.wording, line.wanted, "wrong unit")
    printed = in_words(erratum.printed)
    if kind == "slip" and re.fullmatch(r"[A-Z]{1,2}[0-9]{1,2}.*", printed) and line.text.count(printed) == 1:
        digits = [n for n, sign in enumerate(printed) if sign.isdigit()]
        at = rng.choice(digits)
        slip = printed[:at] + rng.choice([d for d in "123456789" if d != printed[at]]) + printed[at + 1 :]
        return Line(line.text.replace(printed, slip), line.wording, line.wanted, "slip")
    return line


def measured(game: Game, lines: list[Line], show: str) -> Counter[tuple[str, str]]:
    """Count, by noise, what became of the corrections of lines."""
    count: Counter[tuple[str, str]] = Counter()
    known = {(str(locate(printed_roots(game.read), row.erratum.at)[:2])) for row in corrections(game).rows}
    texts = [line for line in lines if line.wording != "table"]
    rows = [line for line in lines if line.wording == "table"]
    table = "\n".join(["Where\tPrinted\tCorrected", *(line.text for line in rows)])
    lists = (("list", "\n\n".join(line.text for line in texts), texts), ("table", table, rows))
    for name, text, of in lists:
        imported = import_lists(game, [(name, text.encode())])
        outcomes: dict[int, list[Outcome]] = {}
        for outcome in imported.lists[0].outcomes:
            outcomes.setdefault(outcome.claim.line, []).append(outcome)
        for number, line in enumerate(of):
            row = number + 2 if line.wording == "table" else 2 * number + 1
            found = outcomes.get(row, [])
            for what in _judged(line, found, known):
                count[line.noise or "none", what] += 1
                if show and show in (what, line.noise):
                    print(what, line.noise, "|", line.text[:300])
                    for each in found:
                        print(
                            "    ",
                            each.status,
                            each.problem,
                            [(c.at, c.corrected) for c in each.corrections],
                            [c.at for c in each.candidates][:3],
                        )
    return count


def _judged(line: Line, found: list[Outcome], known: set[str]) -> Iterator[str]:
    """What became of each correction of a line."""
    drafted = [(str((c.value.file, c.value.path)), c) for o in found if o.status == "resolved" for c in o.corrections]
    shown = {o_at for o in found for o_at in _places(o)}
    taken = set[int]()
    for place, corrected in line.wanted:
        fit = [n for n, (at, c) in enumerate(drafted) if at == place and as_plain(c.corrected) == as_plain(corrected)]
        taken.update(fit)
        if fit and line.noise not in ("wrong unit", "slip"):
            yield "resolved"
        elif place in shown:
            yield "noticed"
        else:
            yield "not found"
    for n, (at, _correction) in enumerate(drafted):
        if n not in taken and not (at in known and taken):
            yield "wrong"


def _places(outcome: Outcome) -> Iterator[str]:
    if outcome.status != "resolved":
        yield from (str((c.value.file, c.value.path)) for c in outcome.corrections)
        yield from (str((c.value.file, c.value.path)) for c in outcome.candidates)


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", type=float, default=0.25)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--show", default="", help="show lines of this outcome or noise")
    parser.add_argument("--lines", type=int, default=0, help="time a list of so many lines")
    given = parser.parse_args()
    whole: Counter[tuple[str, str]] = Counter()
    for name in [given.game] if given.game else GAMES:
        game = Workspace(find_game(name)).load("none")
        lines = [*lines_of(game, random.Random(given.seed), given.noise)]
        began = time.process_time()
        count = measured(game, lines, given.show)
        print(f"{name}: {len(lines)} lines in {time.process_time() - began:.1f} s of processor time; {_summary(count)}")
        whole += count
        if given.lines:
            many = "\n\n".join(random.Random(given.seed).choices([li.text for li in lines], k=given.lines))
            began = time.process_time()
            import_lists(game, [("many", many.encode())])
            print(f"  {given.lines} lines in {time.process_time() - began:.1f} s of processor time")
    for noise in dict.fromkeys(key[0] for key in whole):
        print(f"noise {noise}: {_summary(Counter({k: v for k, v in whole.items() if k[0] == noise}))}")
    print(f"all: {_summary(whole)}")


def _summary(count: Counter[tuple[str, str]]) -> str:
    corrections_ = sum(n for (_noise, what), n in count.items() if what != "wrong")
    by_what: Counter[str] = Counter()
    for (_noise, what), n in count.items():
        by_what[what] += n
    parts = [
        f"{what} {by_what[what]} ({by_what[what] / max(1, corrections_):.1%})"
        for what in ("resolved", "noticed", "not found", "wrong")
    ]
    return f"{corrections_} corrections: {', '.join(parts)}"


if __name__ == "__main__":
    main()
