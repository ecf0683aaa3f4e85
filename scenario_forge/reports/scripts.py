"""Pages that have a script: their policy, so that nothing else runs, and data that the script reads."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256


def script_policy(script: str) -> str:
    """Only this very script runs, and nothing is fetched."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; font-src data:; script-src 'sha256-{digest}'"


def in_script(data: object) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
