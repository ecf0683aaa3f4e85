"""Print checks: what is on a sheet must be readable, whole, and told apart by every reader."""
