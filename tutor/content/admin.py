"""The admin shows content and never changes it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tutor.content.models import Block, Place, Spelling


class ReadOnlyAdmin(admin.ModelAdmin):
    """Every field read-only: texts are edited in content files and catalogs, ``sync_content`` writes them here."""

    @admin.display(description=_("Where this text is changed"))
    def where(self, obj: Any) -> str:
        """Tell where to edit."""
        return str(_("In the content files and in locale/; the command sync_content brings it here."))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Show all columns, each language of its own."""
        return ["where", *(field.name for field in self.model._meta.concrete_fields)]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """All of them."""
        return self.get_fields(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False


admin.site.register([Block, Place, Spelling], ReadOnlyAdmin)
