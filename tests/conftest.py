"""Property tests say what is true, not how fast: benchmarks measure time."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
