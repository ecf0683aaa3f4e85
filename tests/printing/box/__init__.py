"""The tuck box."""
