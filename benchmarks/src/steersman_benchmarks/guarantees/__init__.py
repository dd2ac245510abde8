"""Guarantees on new data beside those of other packages."""
