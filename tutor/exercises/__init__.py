"""Asking one thing and marking the answer: what lessons, puzzles and reviews share."""
