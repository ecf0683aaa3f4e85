"""``forge words``: a template for the words of a language, and how much of it is done."""

from __future__ import annotations

import re

from scenario_forge.cli import outputs, words

_SHOWN = 5


def write_words(name: str, language: str) -> None:
    """Write `words/<language>.yaml` where there is none, and say how many words are translated."""
    from scenario_forge.api.files import progress, template  # noqa: PLC0415

    if not re.fullmatch("[a-z]{2,3}", language):
        words.give_up(f"`{language}` is no code of a language", "use its ISO 639 code: de, fr, it")
    game = words.open_game(name, None)
    path = game.folder / "words" / f"{language}.yaml"
    if language == "en":
        words.say("English is what every game has: words/en.yaml need hold only what is to read otherwise.\n")
        return
    if not path.exists():
        words.must_be_yours(game.folder)
        outputs.put({path: template(game, language).encode("utf-8")}, force=False, document=True)
        words.say(f"Set `language: {language}` in game.yaml to print with it.\n")
        return
    done = progress(game, language)
    words.say(f"{words.seen_from_here(path) or path}: {done.done} of {done.total} words are translated\n")
    if done.missing:
        rest = len(done.missing) - _SHOWN
        more = f" and {rest} more" if rest > 0 else ""
        words.say(f"in English still: {', '.join(done.missing[:_SHOWN])}{more}\n")
