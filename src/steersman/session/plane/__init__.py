"""The plane: rows as points, the line, the folds, the challenge; one document through it."""
