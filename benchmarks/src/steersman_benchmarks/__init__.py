"""Benchmarks against named peers, and reproductions of papers; not part of the product."""
