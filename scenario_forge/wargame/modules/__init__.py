"""Modules of rules, each chosen by its key in rules.yaml: what published wargames have in common, with parameters.

A module stands in one file: its key, what it needs of the documents, its state, its steps, the functions of its rules
with the sentence that a rulebook would print for each, its words, its checks, and what a computer player thinks of it.
"""
