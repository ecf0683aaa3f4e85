"""The hex map: its one drawing for print and pages, the panels around it, posters and tiles."""
