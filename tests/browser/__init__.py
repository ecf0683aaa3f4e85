"""The editor in Chromium, by clicks and keys: what stands in the files afterwards is what was done on the page."""
