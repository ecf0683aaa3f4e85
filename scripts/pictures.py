"""Makes the pictures of docs/ anew from what `forge build` prints: `.venv/bin/python scripts/pictures.py`."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pypdfium2
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
    """Draw every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    game = load_game(ROOT / "content" / GAME, "all")
    printed: dict[tuple[str, str], dict[str, bytes]] = {}
    for picture in PICTURES:
        key = (picture.component, picture.profile)
        if key not in printed:
            brief = Brief(game, find_profile(game, picture.profile)[0])
            printed[key] = {job.file: job.make().pdf for job in all_jobs(brief, SCENARIO, [picture.component])}
        pdf = next(pdf for file, pdf in printed[key].items() if picture.document in f"_{file}_")
        data = drawn(pdf, picture)
        (FOLDER / f"{picture.name}.png").write_bytes(data)
        print(f"{picture.name}.png {len(data) // 1024} KB")


def drawn(pdf: bytes, picture: Picture) -> bytes:
    """The picture as PNG in 256 colours."""
    page = pypdfium2.PdfDocument(pdf)[picture.page - 1]
    whole = page.render(scale=picture.dpi / 72).to_pil().convert("RGB")
    if picture.part is not None:
        left, top, right, bottom = (round(value / INCH * picture.dpi) for value in picture.part)
        whole = whole.crop((left, top, right, bottom))
    out = BytesIO()
    whole.quantize(256, method=Image.Quantize.MEDIANCUT).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
