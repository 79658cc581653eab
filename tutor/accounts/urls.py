"""Addresses under ``/<language>/account/``."""

from django.contrib.auth.views import PasswordResetConfirmView, PasswordResetView
from django.urls import path, reverse_lazy
from django.views.decorators.cache import never_cache

from tutor.accounts import views
from tutor.accounts.forms import ForgottenForm, NewPasswordForm
from tutor.web.limits import limited

app_name = "accounts"

urlpatterns = [
    path("", views.account, name="account"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("email/", views.change_email, name="email"),
    path("password/", views.change_password, name="password"),
    path("delete/", views.delete, name="delete"),
    path(
        "forgotten/",
        views.needs_mail(
            never_cache(
                limited("sign_in")(  # it sends mail, and could be used to flood somebody with it
                    PasswordResetView.as_view(
                        form_class=ForgottenForm,
                        template_name="accounts/forgotten.html",
                        email_template_name="accounts/forgotten_mail.txt",
                        subject_template_name="accounts/forgotten_subject.txt",
                        success_url=reverse_lazy("accounts:sent"),
                    )
                )
            )
        ),
        name="forgotten",
    ),
    path("forgotten/sent/", views.sent, name="sent"),
    path(
        "forgotten/<uidb64>/<token>/",
        limited("sign_in")(
            PasswordResetConfirmView.as_view(
                form_class=NewPasswordForm,
                template_name="accounts/new_password.html",
                success_url=reverse_lazy("accounts:sign_in"),
            )
        ),
        name="new_password",
    ),
]
