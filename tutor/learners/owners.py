"""Visitors and accounts: whose progress a session shows. Takes users and plain values, never a request."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction
from django.utils import timezone

from tutor.learners.keeping import forget_old_shadows
from tutor.learners.models import Visitor
from tutor.learners.preferences import Preferences, preferences_of, remember
from tutor.learners.records import absorb
from tutor.learners.services import SESSION_KEY, Session, visitor_of


@transaction.atomic
def join(session: Session, user: Any) -> None:
    """Let a session show the progress of an account. What was done before signing in comes along: the best of both."""
    guest = visitor_of(session)
    owned = Visitor.objects.filter(user=user).first()
    if owned is None:
        owned = guest if guest and guest.user_id is None else Visitor.objects.create()
        owned.user = user
    elif guest is not None and guest.user_id is None:
        _take_over(owned, guest)
    chosen = {**Preferences.read(owned.preferences).chosen, **preferences_of(session).chosen}
    owned.preferences = chosen
    owned.save(update_fields=["user", "preferences"])
    remember(session, Preferences.read(chosen))
    session[SESSION_KEY] = str(owned.pk)


def _take_over(owned: Visitor, guest: Visitor) -> None:
    """Merge a guest into the visitor of an account, with what the guest may still bring back."""
    absorb(owned, guest)
    forget_old_shadows(timezone.now())  # in the place of one that cannot be undone any more the guest's would be lost
    for shadow in Visitor.objects.filter(shadow_of=guest):
        if Visitor.objects.filter(shadow_of=owned).exists():
            absorb(Visitor.objects.get(shadow_of=owned), shadow)
        else:
            Visitor.objects.filter(pk=shadow.pk).update(shadow_of=owned)
    guest.delete()


@transaction.atomic
def change_key(user: Any) -> None:
    """Give the visitor of an account another key, so that sessions lead to nobody any more.

    A new password signs out all other devices, whoever has set it; the key in their sessions must not open what they
    showed.
    """
    old = Visitor.objects.filter(user=user).first()
    if old is None:
        return
    new = Visitor(pk=uuid.uuid4(), preferences=old.preferences)
    Visitor.objects.filter(pk=old.pk).update(user=None)
    new.user = user
    new.save(force_insert=True)
    Visitor.objects.filter(pk=new.pk).update(created=old.created)
    for relation in Visitor._meta.related_objects:
        rows = relation.related_model._default_manager.filter(**{relation.field.name: old})
        rows.update(**{relation.field.name: new})
    old.delete()


def follow(session: Session, user: Any) -> None:
    """Let the session in which a password was changed go on with the new key."""
    visitor = Visitor.objects.filter(user=user).first()
    if visitor is not None and session.get(SESSION_KEY):
        session[SESSION_KEY] = str(visitor.pk)


def keep_preferences(session: Session, chosen: Preferences) -> None:
    """Keep settings in the session and, for the next device, in the account if there is one."""
    remember(session, chosen)
    if session.get(SESSION_KEY):
        visitor = visitor_of(session)
        if visitor is not None and visitor.user_id is not None:
            Visitor.objects.filter(pk=visitor.pk).update(preferences=chosen.chosen)
