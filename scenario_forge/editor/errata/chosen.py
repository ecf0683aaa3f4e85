"""The errata that the page's game has, and whether a change of a printed value becomes an erratum."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.editor.answers import Refused
from scenario_forge.editor.errata.values import of_print
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import OFFICIAL, copies_in, every_erratum, is_selected, locate
from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import splice

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from scenario_forge.editor.errata.values import Value
    from scenario_forge.editor.text.open_texts import Splices
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data, Node


Text = Annotated[str, Field(min_length=1, max_length=4000)]
By = Literal["publisher", "designer", "editor", "us"]
STATUS: dict[By, Literal["official", "editorial", "proposed"]] = {
    "publisher": "official",
    "designer": "official",
    "editor": "editorial",
    "us": "proposed",
}
"""The status of an erratum, by whose it is."""


class Reason(BaseModel):
    """Why a value is corrected, and who says so."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    why: Text
    source: Text
    by: By = "us"


class NeedsReason(Exception):  # noqa: N818 - it is an answer, not a fault
    """Error: in errata mode, a change of printed values needs a reason; the page asks for it."""

    def __init__(self, values: Sequence[Value]) -> None:
        super().__init__("say why this is wrong, and who says so: it becomes an erratum")
        self.values = values


class Shown(TypedDict):
    """Which errata the page shows."""

    printed: bool
    correcting: bool


@dataclass(frozen=True)
class ErrataChoice:
    """The choice of what the page shows: the printed game, or the game with errata."""

    printed: bool = False
    correcting: bool = False
    """Errata mode: changes of printed values become errata."""
    switched: Mapping[str, bool] = field(default_factory=dict)
    """Errata that are shown though the game does not ask for them, or left out though it does."""

    def errata(self, printed: Callable[[], Game]) -> str | None:
        """Return the set of errata, as a workspace loads it; None: as game.yaml asks for."""
        if self.printed:
            return "none"
        if not self.switched:
            return None
        game = printed()
        asked = default_errata(game)
        ids = [each.id for each, _where in every_erratum(game) if self.switched.get(each.id, is_selected(asked, each))]
        return ",".join([*dict.fromkeys(ids), *(f"copy:{name}" for name in copies_in(asked))]) or "none"

    def with_shown(self, ids: Collection[str], *, usual: bool) -> ErrataChoice:
        """Return a copy that also shows these errata; `usual`: the game applies their status by default."""
        switched = {id_: on for id_, on in self.switched.items() if id_ not in ids}
        return replace(self, printed=False, switched=switched if usual else {**switched, **dict.fromkeys(ids, True)})

    @property
    def shown(self) -> Shown:
        """The choice as the page takes it."""
        return {"printed": self.printed, "correcting": self.correcting}

    def corrects(self, printed: Game, docs: Collection[str], reason: Reason | None) -> bool:
        """Check whether a change of documents is to become errata."""
        return (self.correcting or reason is not None) and any(of_print(printed, doc) for doc in docs)

    def must_reach(self, game: Game, printed: Game, done: Splices) -> None:
        """Refuse a change of a value that an erratum corrects: what the page shows there is not what the file has.

        Raises:
            Refused: with the erratum.
        """
        for doc, splices in done.items():
            file = printed.read.get(doc)
            if game is printed or splices is None or file is None or not game.read[doc].patched:
                continue
            root, _problems = compose(splice(file.source.text, splices), doc)
            if root is None or file.source.root is None:
                continue
            for patch in game.patches:
                if patch.target is None or patch.problem or patch.target[0] != doc:
                    continue
                id_ = patch.erratum.id
                if repr(_at(file.source.root, patch.erratum.at, doc)) != repr(_at(root, patch.erratum.at, doc)):
                    raise Refused(
                        f"{id_} corrects this value: change the erratum, or choose Printed above to change the file"
                    )


def _at(root: Node, at: str, doc: str) -> Data:
    """Return the value at an erratum's address, however many rows stand before it; None where there is none."""
    try:
        node = locate({doc: root}, at)[2]
    except AddressError:
        return None
    return node.data if node is not None else None


def default_errata(game: Game) -> str:
    """Return the errata that game.yaml asks for."""
    asked = game.about.defaults.errata if game.about else None
    return asked or "official"


def asks_for(game: Game, status: str) -> bool:
    """Check whether game.yaml asks for all errata of a status."""
    words = {word.strip() for word in default_errata(game).split(",")}
    return "all" in words or ("official" in words and status in OFFICIAL)
