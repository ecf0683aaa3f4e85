"""Forces that are bought: a document of lines with choices, its checks, and the set-up with what a player chooses.

A rule system that has it names it among its kinds of documents.
"""
