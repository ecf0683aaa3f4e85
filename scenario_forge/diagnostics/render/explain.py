"""The page of a code: for ``forge explain CODE``, for SARIF, and for the documentation's list of codes."""

from __future__ import annotations

import re
import textwrap
from itertools import groupby
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.render.report import name_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.diagnostics.model import Code

_PARTS = ("Why", "Wrong", "Right", "What to do")


def find(word: str, codes: Mapping[str, Code]) -> Code | None:
    """The code with this id or name, without regard to case; None when there is none.

    ``codes`` is by id, as the catalogue gives it. For ``did you mean`` offer its ids and names.
    """
    wanted = word.strip().casefold()
    for code in codes.values():
        if wanted in (code.id.casefold(), code.name.casefold()):
            return code
    return None


def text(code: Code, width: int = 80) -> str:
    """The page for a terminal, wrapped at ``width``."""
    head = f"{code.id} ({code.severity.word}): {name_in_words(code.name)}"
    blocks = [head, textwrap.fill(code.page.what, width)]
    why, bad, good, mend = _PARTS
    blocks.append(f"{why}\n{_wrapped(code.page.why, width)}")
    blocks += [f"{title}\n{_example(sample)}" for title, sample in ((bad, code.page.bad), (good, code.page.good))]
    blocks.append(f"{mend}\n{_wrapped(code.page.mend, width)}")
    return "\n\n".join(blocks) + "\n"


def _wrapped(words: str, width: int) -> str:
    return textwrap.fill(words, width, initial_indent="  ", subsequent_indent="  ")


def _example(sample: str) -> str:
    return textwrap.indent(sample.rstrip("\n"), "    ")


def markdown(code: Code, level: int = 2) -> str:
    """The page in Markdown; ``level`` is that of its heading."""
    why, bad, good, mend = _PARTS
    return "\n\n".join(
        (
            f"{'#' * level} {code.id} {name_in_words(code.name)}",
            f"*{code.severity.word}*, `{code.name}`",
            code.page.what,
            f"**{why}.** {code.page.why}",
            f"{bad}:\n\n{_fenced(code.page.bad)}",
            f"{good}:\n\n{_fenced(code.page.good)}",
            f"**{mend}.** {code.page.mend}\n",
        )
    )


def _fenced(sample: str) -> str:
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", sample)), default=0))
    return "{0}yaml\n{1}\n{0}".format(fence, sample.rstrip("\n"))


def family_of(code: Code) -> str:
    """The letters before the number: ``OOB``."""
    return code.id.rstrip("0123456789")


def catalogue(codes: Iterable[Code], titles: Mapping[str, str] | None = None) -> str:
    """All pages as one Markdown document, grouped by family, with a table of contents.

    ``titles`` says what a family is about; a family without one is headed by its letters alone.
    """
    ordered = sorted(codes, key=lambda code: (family_of(code), code.id))
    families = [(name, list(members)) for name, members in groupby(ordered, family_of)]
    contents, pages = [], []
    for name, members in families:
        about = (titles or {}).get(name)
        heading = f"{name}: {about}" if about else name
        contents.append(f"- {heading}")
        contents += [f"  - [{code.id}](#{_anchor(code)}) {name_in_words(code.name)}" for code in members]
        pages += [f"## {heading}\n", *(markdown(code, 3) for code in members)]
    intro = "# Codes\n\nEvery finding has a code. This is the page of each code, as `forge explain CODE` shows it.\n"
    return "\n".join([intro, *contents, "", *pages])


def _anchor(code: Code) -> str:
    return f"{code.id} {name_in_words(code.name)}".lower().replace(" ", "-")
