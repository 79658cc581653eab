"""Settings of a visitor in words: labels, values, one sentence of help."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LABELS = {
    "ruleset": pgettext_lazy("setting", "Rules"),
    "deck": pgettext_lazy("setting", "Colours of the suits"),
    "text": pgettext_lazy("setting", "Text size"),
    "motion": pgettext_lazy("setting", "Motion"),
    "digits": pgettext_lazy("setting", "Digits"),
    "count": pgettext_lazy("setting", "Points during a deal"),
    "press": pgettext_lazy("setting", "Playing a card"),
    "sure": pgettext_lazy("setting", "Closing and claiming"),
    "keys": pgettext_lazy("setting", "Single keys"),
    "second": pgettext_lazy("setting", "Second language"),
}
HELP = {
    "ruleset": _("Lessons, reviews and links to the rule book follow these rules."),
    "deck": _("With four colours, clubs are green and diamonds are blue."),
    "text": _("This changes text on every page, beside what your browser does."),
    "motion": _("This is about cards that rise and pages that glide."),
    "digits": _("This applies to Arabic and Hindi. You may type your answers in either kind of digits."),
    "count": _("This applies to practice deals. At a real table nobody counts for you."),
    "press": _("With two presses, a finger that slips plays nothing: you choose a card, then you play it."),
    "sure": _("In practice deals, closing the stock and claiming 66 cannot be taken back without undo."),
    "keys": _("The keys 1 to 6 stand for your cards, letters for the buttons. They need scripts."),
    "second": _("The rule book shows this language beside the language of the page."),
}
VALUES = {
    "deck": {
        "two": pgettext_lazy("setting, colours of the suits", "Two colours"),
        "four": pgettext_lazy("setting, colours of the suits", "Four colours"),
    },
    "text": {
        "100": pgettext_lazy("setting, text size", "Normal"),
        "125": pgettext_lazy("setting, text size", "Larger"),
        "150": pgettext_lazy("setting, text size", "Large"),
        "175": pgettext_lazy("setting, text size", "Very large"),
        "200": pgettext_lazy("setting, text size", "Twice as large"),
    },
    "motion": {
        "device": pgettext_lazy("setting, motion", "As set on this device"),
        "none": pgettext_lazy("setting, motion", "No motion"),
    },
    "digits": {
        "latin": pgettext_lazy("setting, digits", "0 to 9"),
        "native": pgettext_lazy("setting, digits", "Digits of the language"),
    },
    "count": {
        "shown": pgettext_lazy("setting, points", "Shown"),
        "hidden": pgettext_lazy("setting, points", "Hidden"),
    },
    "press": {
        "once": pgettext_lazy("setting, playing a card", "One press plays it"),
        "twice": pgettext_lazy("setting, playing a card", "Choose it, then play it"),
    },
    "sure": {
        "ask": pgettext_lazy("setting, closing and claiming", "Ask me first"),
        "straight": pgettext_lazy("setting, closing and claiming", "Do it at once"),
    },
    "keys": {
        "off": pgettext_lazy("setting, single keys", "Off"),
        "on": pgettext_lazy("setting, single keys", "On"),
    },
}
NO_SECOND = pgettext_lazy("setting, second language", "None")
