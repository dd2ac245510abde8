"""What a column is: how its values are written, their kind, the role it plays, its labels."""
