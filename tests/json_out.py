"""Every JSON text that a verb writes goes through here in tests: it is of a published kind and fits its schema."""

from __future__ import annotations

import json

from scenario_forge.api.schemas import JSON_KINDS
from scenario_forge.documents.kinds import kind_in, misfits


def fits(text, name=None):
    """The value of a JSON text that fits the schema of its kind, which is called ``name`` if that is given."""
    value = json.loads(text)
    kind = kind_in(value, JSON_KINDS)
    assert kind is not None, f"JSON of no published kind: {text[:200]}"
    assert name in (None, kind.name)
    assert list(misfits(kind, value)) == []
    return value
