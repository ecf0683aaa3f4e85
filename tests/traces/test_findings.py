"""What `forge check` finds in the games, by code, place and severity: the same before and after documents are opened.

`python -m tests.traces.test_findings` writes the file anew: only where a finding was wrong.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge import check, load_game

from .games import ROOT, SCENARIOS

FILE = Path(__file__).with_name("findings.txt")
GAMES = tuple(SCENARIOS)
ERRATA = ("none", "official", "all")


def found(game: str, errata: str) -> list[str]:
    """A line each: where it stands on paper or, where that has no name, the text that it points at."""
    loaded = load_game(ROOT / "content" / game, errata=errata)
    lines = []
    for finding in check(loaded):
        span = finding.span
        text = loaded.read[span.file].source.text.splitlines()[span.line - 1] if span.file in loaded.read else ""
        place = span.paper or text[span.column - 1 :].strip()
        lines.append(f"{game} {errata}: {finding.severity.name.lower()} {finding.code.id} {span.file}, {place}")
    return sorted(lines)


@pytest.mark.parametrize("errata", ERRATA)
@pytest.mark.parametrize("game", GAMES)
def test_findings_are_those_that_were_found(game, errata):
    kept = [line for line in FILE.read_text().splitlines() if line.startswith(f"{game} {errata}: ")]
    assert found(game, errata) == kept


def test_what_is_kept_tells_sets_of_errata_apart():
    kept = FILE.read_text().splitlines()
    assert sum(line.startswith("desert-rats none: ") for line in kept) > sum(
        "desert-rats official: " in x for x in kept
    )
    for game in ("desert-rats", "massawa", "knights-of-the-desert", "ridge"):
        assert not [line for line in kept if line.startswith(f"{game} all: error")]


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for game in GAMES for errata in ERRATA for line in found(game, errata)))
