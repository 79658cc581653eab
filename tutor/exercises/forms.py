"""What the forms of an exercise carry beside the answer."""

from django import forms
from django.conf import settings


class ExerciseForm(forms.Form):
    """``seen``: how many actions the page knew; ``do``: what is asked for, an answer where it is left out."""

    seen = forms.IntegerField(min_value=0)
    do = forms.ChoiceField(
        choices=[(verb, verb) for verb in ("answer", "hint", "show", "retry", "restart")], required=False
    )


class DraftForm(forms.Form):
    """A change of language in the middle of an answer."""

    seen = forms.IntegerField(min_value=0)
    language = forms.ChoiceField(choices=settings.LANGUAGES)
