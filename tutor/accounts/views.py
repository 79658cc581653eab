"""Pages of an account: plain pages with forms, without htmx."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tutor.accounts import services
from tutor.accounts.forms import (
    NAME_TAKEN,
    NO_MATCH,
    WRONG_PASSWORD,
    DeleteForm,
    EmailForm,
    PasswordForm,
    SignInForm,
    SignUpForm,
)
from tutor.accounts.names import name_key
from tutor.learners.owners import join
from tutor.learners.preferences import COOKIE, preferences_of
from tutor.learners.views import set_look
from tutor.web.limits import limited

View = Callable[..., HttpResponse]
BACKEND = "django.contrib.auth.backends.ModelBackend"
DONE = ("signed-in", "signed-up", "signed-out", "email", "password", "deleted")
"""What a page can say that has just been done; it stands in the address."""
no_trace = sensitive_post_parameters("password", "old", "new")


def signed_in(view: View) -> View:
    """Let only people with an account see a page; the others are led to the form for it."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect("accounts:sign_in")
        return view(request, *args, **kwargs)

    return never_cache(guarded)


def signed_out(view: View) -> View:
    """Let only people without an account see a page; the others are led to their account."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.user.is_authenticated:
            return redirect("accounts:account")
        return view(request, *args, **kwargs)

    return never_cache(guarded)


def needs_mail(view: View) -> View:
    """Where no mail is sent, there is no page that offers it."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not settings.MAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Show the account, or what one is good for."""
    done = next((name for name in DONE if name in request.GET), "")
    context = {"done": done, "mail": settings.MAIL}
    if not request.user.is_authenticated:
        return render(request, "accounts/no_account.html", context)
    form = EmailForm({"email": request.user.email})
    return render(
        request, "accounts/account.html", {**context, "name": services.shown_name(request.user), "form": form}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@no_trace
@signed_out
@limited("sign_in")
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account; what was done before belongs to it."""
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            user = services.create_account(data["username"], data["password"], data["email"] if settings.MAIL else "")
        except services.NameTakenError:
            form.add_error("username", str(NAME_TAKEN))
        else:
            return _enter(request, user, BACKEND, "signed-up")
    status = 400 if form.errors else 200
    return render(request, "accounts/sign_up.html", {"form": form, "mail": settings.MAIL}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@no_trace
@signed_out
@limited("sign_in")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Check name and password; what was done before is merged with what the account holds."""
    form = SignInForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        user = authenticate(request, username=name_key(data["username"]), password=data["password"])
        if user is not None:
            return _enter(request, user, user.backend, "signed-in")
        form.add_error(None, str(NO_MATCH))
    status = 400 if form.errors else 200
    return render(request, "accounts/sign_in.html", {"form": form, "mail": settings.MAIL}, status=status)


def _enter(request: HttpRequest, user: services.User, backend: str, done: str) -> HttpResponse:
    login(request, user, backend=backend)
    join(request.session, user)
    return set_look(_done(done), preferences_of(request.session))


@require_POST
@never_cache
@limited("records")
def sign_out(request: HttpRequest) -> HttpResponse:
    """Leave nothing of the account on this device."""
    return _leave(request, "signed-out")


@require_POST
@signed_in
@limited("sign_in")
def change_email(request: HttpRequest) -> HttpResponse:
    """Keep another address, or none."""
    form = EmailForm(request.POST)
    if form.is_valid():
        services.set_email(request.user, form.cleaned_data["email"])
        return _done("email")
    context = {"name": services.shown_name(request.user), "form": form, "mail": settings.MAIL}
    return render(request, "accounts/account.html", context, status=400)


@require_http_methods(["GET", "HEAD", "POST"])
@no_trace
@signed_in
@limited("sign_in")
def change_password(request: HttpRequest) -> HttpResponse:
    """Take a new password where the present one is known; other devices are signed out."""
    form = PasswordForm(services.shown_name(request.user), request.POST or None)
    if request.method == "POST" and form.is_valid():
        if authenticate(request, username=request.user.get_username(), password=form.cleaned_data["old"]):
            services.set_password(request.session, request.user, form.cleaned_data["new"])
            update_session_auth_hash(request, request.user)
            return _done("password")
        form.add_error("old", str(WRONG_PASSWORD))
    return render(request, "accounts/password.html", {"form": form}, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@no_trace
@signed_in
@limited("sign_in")
def delete(request: HttpRequest) -> HttpResponse:
    """Ask once more, then delete the account and all that belongs to it."""
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = authenticate(request, username=request.user.get_username(), password=form.cleaned_data["old"])
        if user is not None:
            services.delete_account(user)
            return _leave(request, "deleted")
        form.add_error("old", str(WRONG_PASSWORD))
    return render(request, "accounts/delete.html", {"form": form}, status=400 if form.errors else 200)


@require_safe
@needs_mail
def sent(request: HttpRequest) -> HttpResponse:
    """Say that a mail is on its way, if there is an account with this address."""
    return render(request, "accounts/sent.html")


def _leave(request: HttpRequest, done: str) -> HttpResponse:
    logout(request)
    response = _done(done)
    response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _done(done: str) -> HttpResponse:
    response = redirect("accounts:account")
    response["Location"] += f"?{done}#done"
    return response
