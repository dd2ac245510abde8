"""A first look at data before it is loaded: its columns, its first rows, what may hurt."""
