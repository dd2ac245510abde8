"""The lessons of the lab: worked examples that answer questions and change nothing."""
