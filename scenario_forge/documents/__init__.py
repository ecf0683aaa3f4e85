"""What authors write: one pydantic model file for each kind of document.

The project floor validates files with these and the editor's schemas come from them. Shape only:
what needs two fields or two files is a check. Imports nothing but the source floor's data types.
"""
