"""The room of a model in use: rows as they come, whether limits hold, labels, repair."""
