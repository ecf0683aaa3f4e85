"""Scenario Forge."""
