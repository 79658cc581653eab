"""App settings."""

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    """The app ``tutor.puzzles``. It says which of its rows go with time."""

    name = "tutor.puzzles"

    def ready(self) -> None:
        """Register what is let go."""
        from tutor.learners import keeping
        from tutor.puzzles.keeping import forget_untried

        keeping.CLEANERS["puzzles"] = forget_untried
