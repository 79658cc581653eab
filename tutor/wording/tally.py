"""Practice deals in numbers."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

DEALS = ngettext_lazy("%(n)s deal was played to its end.", "%(n)s deals were played to their end.", "n")
# Translators: %(n)s is a number of deals; "not counted" means: not in the table that follows.
NOT_COUNTED = ngettext_lazy(
    "%(n)s more deal is not counted below, because actions were taken back or its cards could be known before.",
    "%(n)s more deals are not counted below, because actions were taken back or their cards could be known before.",
    "n",
)
NO_DEALS = _("You have not played a practice deal to its end yet.")
# Translators: %(made)s and %(failed)s are numbers of deals.
CLOSES = _("Your closings. Made: %(made)s. Failed: %(failed)s.")
# Translators: %(right)s and %(wrong)s are numbers of claims.
CLAIMS = _("Your claims of 66. Right: %(right)s. Wrong: %(wrong)s.")
# Translators: %(n)s is how often the coach gave this reason.
TIMES = ngettext_lazy("%(n)s time", "%(n)s times", "n")
