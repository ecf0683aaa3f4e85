"""The first state, and what must hold in every state."""
