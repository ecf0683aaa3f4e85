"""The first state, and the invariants of every state."""
