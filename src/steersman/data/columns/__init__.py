"""Columns: how values are written, their kinds, their roles, and labels."""
