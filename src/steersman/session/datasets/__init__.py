"""Data sets as the rooms see them."""
