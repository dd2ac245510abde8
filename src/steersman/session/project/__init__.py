"""What is said about the work: its name and notes, and where it is kept."""
