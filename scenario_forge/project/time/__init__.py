"""Game turns: the calendar, the time record track, and dates in words."""
