"""What the addresses of a puzzle carry: a wrong answer that is followed, and how far; the actions of playing on."""

from django import forms

MOST_TRICKS = 12


class FollowForm(forms.Form):
    """``try``: a wrong action of the list, ``trick``: up to which trick it is shown. What cannot be read asks nothing."""

    trick = forms.IntegerField(min_value=1, max_value=MOST_TRICKS, required=False)

    def asked(self) -> tuple[str, int]:
        """Return what is asked for: the action, and the trick or 0."""
        self.full_clean()
        return str(self.data.get("try", ""))[:8], self.cleaned_data.get("trick") or 0
