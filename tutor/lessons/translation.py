"""Which fields are translated."""

from modeltranslation.translator import TranslationOptions, register

from tutor.lessons.models import Lesson, Passage, Step


@register(Lesson)
class LessonTranslation(TranslationOptions):
    """Title and goal."""

    fields = ("title", "goal")


@register(Step)
class StepTranslation(TranslationOptions):
    """What is explained, and what is to be done."""

    fields = ("teach", "task")


@register(Passage)
class PassageTranslation(TranslationOptions):
    """The text."""

    fields = ("text",)
