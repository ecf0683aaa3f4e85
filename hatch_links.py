"""Makes the links of the metadata: hook of the wheel and the source archive.

README.md links to files beside it, which a page that shows the metadata does not have. The address of the repository
stands in pyproject.toml, below this hook, and nowhere else.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

OUTSIDE = r"(?![a-z][a-z0-9+.-]*:|[#/])"
PICTURE = re.compile(rf"(!\[[^\]]*\]\(|\bsrc=\"){OUTSIDE}")
LINK = re.compile(rf"((?<!!)\[[^\[\]]*\]\(|\]\([^()\s]*\)\]\(|\bhref=\"){OUTSIDE}")


class Links(MetadataHookInterface):
    """Adds the project's addresses, and README.md with addresses in place of paths."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what pyproject.toml leaves to this hook."""
        repository: str = self.config["repository"]
        text = Path(self.root, "README.md").read_text("utf-8")
        metadata["urls"] = addresses(repository)
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute(text, repository, f"v{metadata['version']}"),
        }


def addresses(repository: str) -> dict[str, str]:
    """The project's links by label."""
    return {
        "Homepage": repository,
        "Documentation": f"{repository}/blob/main/README.md#documentation",
        "Changelog": f"{repository}/blob/main/CHANGELOG.md",
        "Issues": f"{repository}/issues",
        "Releases": f"{repository}/releases",
    }


def absolute(text: str, repository: str, tag: str) -> str:
    """Put the address in the repository at `tag` in place of each path to a file beside the text.

    >>> absolute("![Map](docs/map.png), [more](docs/map.md)", "https://a.example/b", "v1")
    '![Map](https://a.example/b/raw/v1/docs/map.png), [more](https://a.example/b/blob/v1/docs/map.md)'
    """
    text = PICTURE.sub(rf"\g<1>{repository}/raw/{tag}/", text)
    return LINK.sub(rf"\g<1>{repository}/blob/{tag}/", text)
