"""The form that brings a file."""

from __future__ import annotations

from django import forms


class ImportForm(forms.Form):
    """``way``: whether the file is merged with what there is, or takes its place."""

    way = forms.ChoiceField(choices=[("merge", "merge"), ("replace", "replace")])
