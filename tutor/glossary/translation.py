"""Which fields are translated."""

from modeltranslation.translator import TranslationOptions, register

from tutor.glossary.models import Term


@register(Term)
class TermTranslation(TranslationOptions):
    """The word, what it means, and what it is not."""

    fields = ("word", "meaning", "difference")
