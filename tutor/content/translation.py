"""Which fields are translated."""

from modeltranslation.translator import TranslationOptions, register

from tutor.content.models import Block


@register(Block)
class BlockTranslation(TranslationOptions):
    """The text."""

    fields = ("text",)
