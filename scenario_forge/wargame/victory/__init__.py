"""Objectives and points."""
