"""The hex map: the one drawing of it for print and pages, what stands beside it, posters and tiles."""
