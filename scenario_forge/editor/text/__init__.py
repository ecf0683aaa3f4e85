"""The texts of documents as they are open in the page, and what is asked of their places: the tab Text."""
