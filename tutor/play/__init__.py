"""Practice deals: a whole deal or a game against an opponent, with a coach beside it."""
