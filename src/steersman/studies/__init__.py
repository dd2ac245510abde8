"""Benchmarks and the reproduction of the papers. Nothing in the product imports this room."""
