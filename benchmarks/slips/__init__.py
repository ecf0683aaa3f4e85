"""Slips of transcription and design, planted into clean content by `planted.py`, one module a family.

A kind of slip is a function `(book, random)` that yields every place where it can be planted; its docstring
names it. Every slip contradicts something: another value that breaks no rule is in `undetectable`.
"""
