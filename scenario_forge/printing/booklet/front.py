"""The title page, and what stands behind it: edition, errata, signs, sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.aids import AidsDocument
from scenario_forge.printing.booklet.parts import short
from scenario_forge.printing.brief import has_errata, is_own, versioned_errata_words

if TYPE_CHECKING:
    from scenario_forge.documents.game import GameDocument
    from scenario_forge.printing.booklet.bars import Bars
    from scenario_forge.printing.brief import Brief

_SCALES = {"hex": "scale_hex", "turn": "scale_turn", "units": "scale_units"}


def title_page(brief: Brief) -> dict[str, Any]:
    """Title, sides, scales, edition, errata, credits."""
    about, words = brief.game.about, brief.words
    errata = words("errata_line", errata=versioned_errata_words(brief.game, words))
    return {
        "title": short(brief.game.title, 120),
        "rules": words("rules_title"),
        "sides": [short(side.name, 60) for side in about.sides] if about else [],
        "facts": _facts(brief, about) if about else [],
        "edition": [*([words("edition_word", edition=about.edition)] if about else []), errata],
        "credits": [{"role": credit.role, "names": ", ".join(credit.names)} for credit in about.credits if credit.here]
        if about
        else [],
        "rights": about.rights if about else "",
        "credits_title": words("credits_title_own" if is_own(brief.game) else "credits_title"),
    }


def about_edition(brief: Brief, bars: Bars, *, proposed: bool, rulings: bool, lost: bool) -> dict[str, Any]:
    """What is the printed game's and what is ours, the signs, the sources."""
    about, words = brief.game.about, brief.words
    own = is_own(brief.game)
    said = [words("own_game" if own else "own_words")]
    if about and not own:
        named = next((printing for printing in about.printings if printing.id == about.printing), None)
        said += [words("printing_line", printing=f"{named.name} ({named.recognise})")] if named else []
    signs = [words("sign_ruling_own" if own else "sign_ruling")] if rulings else []
    signs.append(words(_errata_sign(brief, bars)))
    signs += [words("sign_proposed_own" if own else "sign_proposed", mark=words("proposed_mark"))] if proposed else []
    signs += [words("sign_lost")] if lost else []
    aids = (document for document, _where in brief.game.documents("aids", AidsDocument))
    signs += [words("sign_by_hand", title=words("procedures_title"))] if any(aid.procedures for aid in aids) else []
    signs.append(words("sign_note"))
    sources = [f"{source.title}. {source.note}" for source in about.sources] if about else []
    return {
        "title": words("about_edition"),
        "said": said,
        "signs_title": words("signs_title"),
        "signs": signs,
        "sources_title": words("sources_title"),
        "sources": sources,
        "rights_title": words("rights_title"),
        "rights": [*([about.rights] if about and about.rights else []), words("rights_facts"), words("rights_fonts")],
    }


def _errata_sign(brief: Brief, bars: Bars) -> str:
    if bars.applied:
        return "sign_bar"
    return "sign_no_bars" if has_errata(brief.game) else "sign_no_errata"


def _facts(brief: Brief, about: GameDocument) -> list[str]:
    words = brief.words
    scales = [
        words(_SCALES[what], scale=scale) if what in _SCALES else words("scale_other", what=what, scale=scale)
        for what, scale in about.scale.items()
    ]
    return [words("players_count", count=about.players), *scales]
