"""Room *why*: what the model uses, why one row is decided as it is, and what would change it."""
