"""Puzzles: themes, stored and fresh ones, one for each day, and what a visitor has solved of them."""
