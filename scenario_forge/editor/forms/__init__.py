"""Forms of documents made from their schemas: fields with the values of the text, and changes of one field at a time.

Called by the server's routes. A form never writes anything but splices of its document's text.
"""
