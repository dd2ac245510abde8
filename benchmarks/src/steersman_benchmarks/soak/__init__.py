"""Soaks: a part of the product under hostile or endless use, with every fault counted."""
