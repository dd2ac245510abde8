"""What can be told of data before it is loaded: its columns, its first rows, what may hurt."""
