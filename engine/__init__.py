"""The game of Sixty-Six and its sisters: rules as values, positions as values, verdicts with reasons.

Pure Python, standard library only. The engine knows the game and no words: whatever a person reads is made in
``tutor.wording`` from the codes and facts that are answered here.
"""
