"""Which fields are translated."""

from modeltranslation.translator import TranslationOptions, register

from tutor.rules.models import Clause, Point, Section, Source


@register(Section)
class SectionTranslation(TranslationOptions):
    """The headings."""

    fields = ("title", "title_automatic")


@register(Clause)
class ClauseTranslation(TranslationOptions):
    """The sentence and its note."""

    fields = ("text", "note")


@register(Source)
class SourceTranslation(TranslationOptions):
    """What is told of a text."""

    fields = ("title", "text", "slips")


@register(Point)
class PointTranslation(TranslationOptions):
    """The cells of the table."""

    fields = ("classic", "eight", "reading", "slips")
