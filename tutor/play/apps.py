"""App settings."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """The app ``tutor.play``: its games and mistakes belong to visitors, so whoever moves, saves or deletes all of theirs has to know."""

    name = "tutor.play"

    def ready(self) -> None:
        """Name games and mistakes among what belongs to visitors, and the abandoned ones among what is deleted."""
        from tutor.learners.keeping import CLEANERS, EXTRAS
        from tutor.learners.records import RECORDS, Records
        from tutor.play.models import Game, Mistake
        from tutor.play.openings import kept_of
        from tutor.play.services import forget_abandoned

        CLEANERS["deals"] = forget_abandoned
        EXTRAS["played"] = kept_of

        if not any(records.model is Game for records in RECORDS):
            RECORDS.append(Records(Game, lambda row: row.key, None))
            RECORDS.append(Records(Mistake, lambda row: f"{row.game}:{row.number}", None))
