"""Links from anywhere to the clause that words a rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from engine.ruleset import CLASSIC, Ruleset
from tutor.content.models import Block


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule by its label, and the address of its clause under a ruleset."""

    rule: str
    label: str
    url: str


def rule_links(rules: Iterable[str], ruleset: Ruleset) -> dict[str, RuleLink]:
    """Return a link for each rule id, in one query."""
    keys = {f"{rule}.label": rule for rule in rules}
    labels = {keys[block.key]: block.text for block in Block.objects.filter(key__in=list(keys))}
    return {rule: RuleLink(rule, label, rule_url(rule, ruleset)) for rule, label in labels.items()}


def rule_url(rule: str, ruleset: Ruleset) -> str:
    """Return the address of the clause that words a rule. A rule is shown once a page, so its id is the anchor."""
    query = "" if ruleset == CLASSIC else "?" + urlencode({"preset": str(ruleset)}, safe=";=")
    return f"{reverse('rules:book')}{query}#{rule}"
