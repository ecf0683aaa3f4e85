"""Checks of the time record track and the chronology."""
