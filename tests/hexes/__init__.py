"""Tests of hex geometry."""
