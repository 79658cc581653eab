"""The fast wing: positions as bit masks, exact search, hidden worlds, plans. Held to the referee by tests."""
