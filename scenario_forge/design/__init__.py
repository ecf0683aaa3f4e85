"""Making scenarios: set-ups for dates that the publisher never offered, drafted from what the components print."""
