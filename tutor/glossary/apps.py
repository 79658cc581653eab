"""App settings."""

from django.apps import AppConfig


class GlossaryConfig(AppConfig):
    """The app ``tutor.glossary``. It hands its words to the texts that mark terms."""

    name = "tutor.glossary"

    def ready(self) -> None:
        """Register the words."""
        from tutor.content import terms
        from tutor.glossary.services import term_words

        terms.register(term_words)
