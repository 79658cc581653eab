"""Making and proving problems: twenty-five themes, each item with its answer, its proof and its grade. No words.

``making`` makes an item of a theme or about a rule, ``item`` reads and writes it, ``answers`` marks it, ``refuting``
shows what a wrong card costs. Chance comes from the caller, so the same seed makes the same item.
"""
