"""Findings: what they are, the catalogue of codes, and how they are shown.

Every floor above reports through here. Imports nothing of ours: it knows text positions, not games.
Each format is one pure function ``(report, …) -> str`` that opens no file, reads no clock and asks no terminal.
"""

from scenario_forge.diagnostics.model import Code, Codes, Diagnostic, Fix, Key, Label, Severity, Span, TextEdit

__all__ = ["Code", "Codes", "Diagnostic", "Fix", "Key", "Label", "Severity", "Span", "TextEdit"]
