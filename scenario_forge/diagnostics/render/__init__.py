"""How findings are shown: each format is one pure function ``(report, …) -> str``.

The command line and the reports call it; it opens no file, reads no clock and asks no terminal.
"""

from scenario_forge.diagnostics.render.report import Report

__all__ = ["Report"]
