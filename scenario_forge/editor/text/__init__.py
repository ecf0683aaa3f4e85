"""The tab Text: the texts of documents as they are open in the page, and questions about places in them."""
