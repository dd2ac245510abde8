"""The room that compares models: what may be chosen, what was fitted, what is shown."""
