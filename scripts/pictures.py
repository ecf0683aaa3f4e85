"""Makes the pictures of docs/ anew: `.venv/bin/python scripts/pictures.py`, with `editor` or `printed` only those.

The printed ones come from what `forge build` prints, those of the editor from `forge edit` in the system's Chromium.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pypdfium2
from pictures_of_the_editor import pictures_of_the_editor
from PIL import Image

from scenario_forge.api import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.profile import find_profile
from scenario_forge.printing.render import all_jobs

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs/pictures"
GAME, SCENARIO = "desert-rats", "crusader"
INCH = 25.4


@dataclass(frozen=True)
class Picture:
    """A page, or a part of it in millimetres from its upper left corner, at so many dots an inch."""

    name: str
    component: str
    document: str
    page: int = 1
    part: tuple[float, float, float, float] | None = None
    dpi: float = 110
    profile: str = "default"


PICTURES = (
    Picture("map", "map", "_joined_", dpi=38),
    Picture("map-tobruk", "map", "_west_", part=(395, 55, 560, 165), dpi=170),
    Picture("map-grey", "map", "_west_", part=(100, 20, 330, 150), dpi=110, profile="grey"),
    Picture("map-page", "map", "_pages_", page=4, dpi=60),
    Picture("counters", "counters", "_counters_", part=(10, 18, 110, 78), dpi=250),
    Picture("counters-back", "counters", "_counters_", page=2, part=(100, 18, 200, 78), dpi=130),
    Picture("counters-grey", "counters", "_counters_", part=(10, 18, 110, 78), dpi=130, profile="grey"),
    Picture("card", "setup-card", f"_{SCENARIO}_axis_", dpi=90),
    Picture("player-aid", "player-aid", "_axis_", dpi=90),
    Picture("charts", "charts", "_charts_", dpi=90),
    Picture("rules", "rules", "_rules_A5", page=9, dpi=120),
    Picture("box", "box", "_box_", dpi=60),
)


def main() -> None:
    """Draw every picture, or those asked for."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    asked = sys.argv[1:] or ["printed", "editor"]
    if "printed" in asked:
        printed_pictures()
    if "editor" in asked:
        for name, picture in pictures_of_the_editor():
            keep(name, picture)


def printed_pictures() -> None:
    """Draw what is printed."""
    game = load_game(ROOT / "content" / GAME, "all")
    printed: dict[tuple[str, str], dict[str, bytes]] = {}
    for picture in PICTURES:
        key = (picture.component, picture.profile)
        if key not in printed:
            brief = Brief(game, find_profile(game, picture.profile)[0])
            printed[key] = {job.file: job.make().pdf for job in all_jobs(brief, SCENARIO, [picture.component])}
        pdf = next(pdf for file, pdf in printed[key].items() if picture.document in f"_{file}_")
        keep(picture.name, drawn(pdf, picture))


def keep(name: str, picture: Image.Image) -> None:
    """Write a picture as PNG in 256 colours."""
    out = BytesIO()
    picture.quantize(256, method=Image.Quantize.MEDIANCUT).save(out, "PNG", optimize=True)
    (FOLDER / f"{name}.png").write_bytes(out.getvalue())
    print(f"{name}.png {len(out.getvalue()) // 1024} KB")


def drawn(pdf: bytes, picture: Picture) -> Image.Image:
    """The picture, cut out of its page."""
    page = pypdfium2.PdfDocument(pdf)[picture.page - 1]
    whole = page.render(scale=picture.dpi / 72).to_pil().convert("RGB")
    if picture.part is not None:
        left, top, right, bottom = (round(value / INCH * picture.dpi) for value in picture.part)
        whole = whole.crop((left, top, right, bottom))
    return whole


if __name__ == "__main__":
    main()
