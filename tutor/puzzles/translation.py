"""Which fields are translated."""

from modeltranslation.translator import TranslationOptions, register

from tutor.puzzles.models import Theme


@register(Theme)
class ThemeTranslation(TranslationOptions):
    """What a theme is called, and what it asks."""

    fields = ("name", "about")
