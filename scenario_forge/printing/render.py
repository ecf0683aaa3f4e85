"""Every component of a game as files: which there are, how they are called, what stands at their foot."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.plan import plan
from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.printing.words import words_of
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.compiler.plan import Plan
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.words import Words
    from scenario_forge.project.game import Game

SET_UP_CARD = "setup-card"
PAPERS = {"A4": (210, 297), "Letter": (215.9, 279.4)}
"""Width and height in millimetres."""


@dataclass
class Rendered:
    """Files by name, and what could not be printed as it is written."""

    files: dict[str, bytes] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def components(game: Game) -> list[str]:
    """The names of the components that can be printed: the core's, then the rule system's."""
    return [SET_UP_CARD, *(game.system.printables() if game.system else ())]


def render(
    game: Game,
    scenario: str | None = None,
    only: Iterable[str] | None = None,
    paper: str = "A4",
    *,
    flawed: bool = False,
) -> dict[str, bytes]:
    """The printed components by file name; see :func:`render_all`."""
    return render_all(game, scenario, only, paper, flawed=flawed).files


def render_all(
    game: Game,
    scenario: str | None = None,
    only: Iterable[str] | None = None,
    paper: str = "A4",
    *,
    flawed: bool = False,
) -> Rendered:
    """Print what can be printed; a scenario whose set-up is open is left out and its errors reported.

    Args:
        game: linked, with the errata chosen when it was loaded.
        scenario: one scenario; None: all.
        only: names of :func:`components`; None: all.
        paper: a name of `PAPERS`.
        flawed: say at the foot of each page that the game has errors.

    Raises:
        NoSuchScenario: the game has none of that name.
        ValueError: there is no such component or paper.
    """
    wanted = components(game) if only is None else list(only)
    for name in wanted:
        if name not in components(game):
            raise ValueError(f"there is no component `{name}`; there are {', '.join(components(game))}")
    if paper not in PAPERS:
        raise ValueError(f"there is no paper `{paper}`; there are {', '.join(PAPERS)}")
    known = scenarios(game).scenarios
    if scenario is not None and scenario not in known:
        plan(game, scenario)
    press = _Press(game, words_of(game), paper, flawed)
    for name in known if scenario is None else [scenario]:
        press.print(name, wanted)
    return press.made


class _Press:
    """Prints scenario after scenario with one set of words, paper and foot."""

    def __init__(self, game: Game, words: Words, paper: str, flawed: bool) -> None:
        self.game, self.words, self.paper, self.flawed = game, words, paper, flawed
        self.made = Rendered()

    def print(self, scenario: str, wanted: list[str]) -> None:
        """One scenario's components."""
        try:
            planned = plan(self.game, scenario)
        except NoSuchScenario:
            raise
        except CompileError as error:
            self.made.diagnostics += [d for d in error.diagnostics if d not in self.made.diagnostics]
            return
        for name in wanted:
            if name == SET_UP_CARD:
                self._cards(planned)
            else:
                self._own(planned, name)

    def _cards(self, planned: Plan) -> None:
        from scenario_forge.printing.cards import set_up_card  # noqa: PLC0415
        from scenario_forge.printing.glyphs import missing_glyphs  # noqa: PLC0415
        from scenario_forge.printing.typeset import typeset  # noqa: PLC0415

        for side in planned.forces.sides:
            data = set_up_card(planned, side, self.words)
            name = file_name(self.game, SET_UP_CARD, planned.scenario.id, side, self.paper)
            document = f"{data['game']}: {data['title']}, {data['side']}, {data['set_up']}"
            self.made.files[name] = typeset("set-up-card.typ", self._page(document) | data)
        found = missing_glyphs(planned, self.words)
        self.made.diagnostics += [d for d in found if d not in self.made.diagnostics]

    def _own(self, planned: Plan, name: str) -> None:
        from scenario_forge.printing.typeset import typeset_source  # noqa: PLC0415

        system = self.game.system
        if system is not None:
            source = system.printables()[name](self.game, planned.scenario.id)
            title = f"{self.game.title}: {planned.scenario.document.title}, {name}"
            file = file_name(self.game, name, planned.scenario.id, "", self.paper)
            self.made.files[file] = typeset_source(source, self._page(title))

    def _page(self, title: str) -> dict[str, Any]:
        """Paper, foot and title of a document."""
        words, about = self.words, self.game.about
        edition = words("edition_line", title=self.game.title, edition=about.edition if about else "")
        foot = {
            "left": f"{edition}  ·  {words('errata_line', errata=errata_words(self.game, words))}",
            "page": words("page_of"),
            "warning": words("flawed_note") if self.flawed else "",
        }
        page = {"document": title, "paper": list(PAPERS[self.paper]), "foot": foot, "language": words.language}
        return {"notes": [], **page}


def errata_words(game: Game, words: Words) -> str:
    """The errata set in words; ids as they were given."""
    keys = {"none": "no_errata", "official": "official_errata", "all": "all_errata"}
    return words(keys[game.errata]) if game.errata in keys else game.errata


def file_name(game: Game, component: str, scenario: str, side: str, paper: str) -> str:
    """``desert-rats_setup-card_crusader_axis_A4_errata-all-v1.pdf``."""
    edition = (game.about.edition if game.about else "0").removesuffix(".0")
    errata = game.errata if game.errata in ("none", "official", "all") else "chosen"
    name = game.about.game if game.about else game.folder.name
    parts = [name, component, scenario, *([side] if side else []), paper, f"errata-{errata}-v{edition}"]
    return "_".join(_safe(part) for part in parts) + ".pdf"


def _safe(part: str) -> str:
    """Only what every file system takes."""
    return re.sub(r"[^A-Za-z0-9.+-]+", "-", part).strip(".-") or "x"
