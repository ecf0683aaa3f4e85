"""The pages of codes: Markdown beside the module that yields the codes, read when a page is asked for.

``checks/map/places.py`` has its pages in ``checks/map/places.md``, one section a code in order of ids: what is
wrong, why it matters, an example that has the fault, one that does not, and what to do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADING = re.compile(r"^## (?=[A-Z]+[0-9]+ )", re.MULTILINE)
_EXAMPLE = r"(?P<{0}_fence>`{{3,}})yaml\n(?P<{0}>.*?)\n?(?P={0}_fence)\n"
_SECTION = re.compile(
    r"(?P<id>\S+) (?P<title>[^\n]+)\n\n(?P<what>.*?)\n\n\*\*Why\.\*\* (?P<why>.*?)\n\n"
    rf"Wrong:\n\n{_EXAMPLE.format('bad')}\nRight:\n\n{_EXAMPLE.format('good')}\n"
    r"\*\*What to do\.\*\* (?P<mend>.*)\n+",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Page:
    """What ``forge explain`` says of a code; ``bad`` and ``good`` are YAML, the rest one paragraph each."""

    title: str
    what: str
    why: str
    bad: str
    good: str
    mend: str


class PageFile(Mapping[str, Page]):
    """The pages in one file by id, in its order. The file is read at the first question.

    Raises:
        OSError: there is no such file.
        ValueError: a section is not written as :data:`_SECTION` has it.
    """

    def __init__(self, path: str) -> None:
        self.path = path

    def __getitem__(self, code: str) -> Page:
        return _read(self.path)[code]

    def __iter__(self) -> Iterator[str]:
        return iter(_read(self.path))

    def __len__(self) -> int:
        return len(_read(self.path))


@cache
def _read(path: str) -> dict[str, Page]:
    pages = {}
    for section in _HEADING.split(Path(path).read_text(encoding="utf-8"))[1:]:
        found = _SECTION.fullmatch(section)
        if found is None:
            raise ValueError(f"{path}: the page `{section.splitlines()[0]}` is not laid out as a page of a code")
        if found["id"] in pages:
            raise ValueError(f"{path}: two pages for {found['id']}")
        words = {part: " ".join(found[part].split()) for part in ("title", "what", "why", "mend")}
        pages[found["id"]] = Page(**words, bad=found["bad"], good=found["good"])
    return pages
