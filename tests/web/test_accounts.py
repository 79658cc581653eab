"""Optional accounts: progress comes along and is never lost, guessing is stopped, leaving leaves nothing."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings as site_settings
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.core import mail
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F
from django.test import Client, RequestFactory

from tests.conftest import LANGUAGES
from tests.web.course import PLACES, seen_by
from tests.web.markup import read
from tests.web.people import NAME, PASSWORD, Person, right_of, words_of, wrong_of
from tutor.accounts.names import BadNameError, name_key, tidy_name
from tutor.learners.models import RuleReview, StepProgress
from tutor.learners.models import Visitor as StoredVisitor
from tutor.web.addresses import client_address
from tutor.web.mail import mail_settings

pytestmark = pytest.mark.django_db

ONE, TWO, THREE, FOUR = PLACES[:4]


@pytest.fixture(autouse=True)
def _fast_passwords(settings):
    """Scrambling a password takes a tenth of a second on purpose; here it would be taken a thousand times."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def mail_is_sent(settings):
    """A site that can send mail."""
    settings.MAIL = True
    cache.clear()


# -- making one, signing in ----------------------------------------------------------------------------------------


def test_an_account_owns_what_was_done_before():
    """And shows it on another device."""
    ana, tablet = Person(), Person("ar")
    ana.solve(ONE, TWO)
    before = ana.steps

    assert ana.sign_up()["Location"] == "/en/account/?signed-up#done"
    assert tablet.sign_in(name="ANA MARÍA")["Location"] == "/ar/account/?signed-in#done"

    assert ana.steps == tablet.steps == before
    assert ana.key == tablet.key
    assert NAME in words_of(tablet.open("account/"))
    assert StoredVisitor.objects.count() == 1


def test_signing_in_merges_the_best_of_both(clock):
    """Steps, reviews, and what is only here or only there."""
    ana, tablet = Person(), Person()
    ana.solve(ONE, THREE)
    ana.miss(TWO)
    ana.sign_up()
    clock.forward(days=1)
    tablet.miss(ONE)
    tablet.solve(TWO, FOUR)
    tablet.open("progress/")
    guest = tablet.key

    tablet.sign_in()

    assert {step: values[1:3] for step, values in ana.steps.items()} == dict.fromkeys(
        (ONE.key, TWO.key, THREE.key, FOUR.key), (True, True)
    )
    assert not StoredVisitor.objects.filter(pk=guest).exists()
    assert StepProgress.objects.count() == 4
    assert RuleReview.objects.filter(visitor_id=ana.key).exists()


def test_an_open_page_is_stale_after_a_merge():
    """The step moved on by signing in: an old form of either device counts nothing."""
    ana, tablet = Person(), Person()
    ana.miss(ONE)
    ana.sign_up()
    tablet.miss(ONE)
    tablet.sign_in()
    before = ana.steps

    for device in (ana, tablet):
        device.client.post(ONE.path(), {"seen": 1, **right_of(ONE)})

    assert ana.steps == before
    ana.solve(ONE)
    assert ana.steps[ONE.key][1] is True


def test_what_can_be_undone_comes_along(clock):
    """A reset five minutes before signing in."""
    ana = Person()
    ana.solve(ONE)
    ana.then("progress/reset/")
    Person().sign_up()
    clock.forward(minutes=5)

    ana.sign_in()
    ana.then("progress/undo/")

    assert set(ana.steps) == {ONE.key}


def test_what_another_device_brings_is_kept_by_the_undo(clock):
    """It was done before the reset, but it came afterwards."""
    ana, tablet = Person(), Person()
    ana.solve(ONE)
    ana.sign_up()
    tablet.solve(TWO)
    clock.forward(days=1)
    ana.then("progress/reset/")
    clock.forward(minutes=5)
    tablet.sign_in()

    ana.then("progress/undo/")

    assert set(ana.steps) == {ONE.key, TWO.key}


def test_undo_after_signing_in_takes_a_file_away_again_and_nothing_of_the_account(clock):
    """The file had put a step there that the account has as well."""
    ana, tablet, other = Person(), Person(), Person()
    ana.solve(ONE)
    ana.sign_up()
    tablet.solve(TWO)
    other.miss(ONE)
    other.solve(THREE)
    clock.forward(days=1)
    file = SimpleUploadedFile("progress.json", other.export())
    tablet.post("progress/import/", way="replace", file=file)
    tablet.sign_in()

    tablet.then("progress/undo/")

    assert set(ana.steps) == {ONE.key, TWO.key}
    assert ana.steps[ONE.key][1:3] == (True, True)


def test_what_can_be_undone_is_not_lost_in_an_older_reset_of_the_account(clock):
    """That one is over, but nobody has cleaned up yet."""
    ana, tablet = Person(), Person()
    ana.solve(ONE)
    ana.sign_up()
    ana.then("progress/reset/")
    clock.forward(minutes=5)
    tablet.solve(TWO)
    tablet.then("progress/reset/")
    clock.forward(minutes=6)
    tablet.sign_in()

    tablet.then("progress/undo/")

    assert set(ana.steps) == {TWO.key}


def test_the_next_person_at_this_computer_gets_nothing():
    """Signing out leaves no progress, no key and no look behind; another account is not mixed with the first."""
    ana = Person()
    ana.solve(ONE)
    ana.post("settings/", text="150")
    ana.sign_up()
    mine, key = ana.steps, ana.key

    response = ana.post("account/sign-out/")

    assert response["Location"] == "/en/account/?signed-out#done"
    assert ana.client.cookies["sixtysix_look"].value == ""
    assert ana.steps == {}
    assert NAME not in ana.client.get("/en/account/").content.decode()
    ana.solve(TWO)
    ana.sign_up("Ben", "three blue queens")
    assert set(ana.steps) == {TWO.key}
    assert ana.key != key
    back = Person()
    back.sign_in()
    assert back.steps == mine


def test_settings_go_to_the_next_device():
    """What was chosen there stays."""
    ana, tablet = Person(), Person()
    ana.post("settings/", deck="four", text="150", ruleset="santase")
    ana.sign_up()
    ana.post("settings/", second="hi")
    tablet.post("settings/", text="200")

    response = tablet.sign_in()

    assert tablet.client.session["settings"] == {
        "deck": "four", "text": "200", "ruleset": "santase", "second": "hi",
    }  # fmt: skip
    assert response.cookies["sixtysix_look"].value == "deck-four.text-200"


def test_signed_in_people_have_no_use_for_these_pages():
    """They are led to their account; the others are led to the form for it."""
    ana, guest = Person(), Person()
    ana.sign_up()

    for path in ("sign-up", "sign-in"):
        assert ana.client.get(f"/en/account/{path}/")["Location"] == "/en/account/"
    assert ana.sign_up("Ben", "three blue queens")["Location"] == "/en/account/"
    assert get_user_model().objects.count() == 1
    for path in ("password", "delete"):
        assert guest.client.get(f"/en/account/{path}/")["Location"] == "/en/account/sign-in/"
        assert guest.post(f"account/{path}/", old="x", new="y").status_code == 302


@pytest.mark.parametrize("path", ["sign-out", "email"])
def test_what_changes_something_is_a_post(path):
    """A link does not sign anybody out."""
    assert Client().get(f"/en/account/{path}/").status_code == 405


# -- forms ---------------------------------------------------------------------------------------------------------

BAD_SIGN_UPS = [
    pytest.param("", PASSWORD, "Type a user name.", id="no-name"),
    pytest.param("   ", PASSWORD, "Type a user name.", id="spaces"),
    pytest.param("x" * 41, PASSWORD, "up to 40 letters", id="long-name"),
    pytest.param("x" * 300, PASSWORD, "up to 40 letters", id="very-long-name"),
    pytest.param("a\x00b", PASSWORD, "up to 40 letters", id="null"),
    pytest.param("a\u202eb", PASSWORD, "up to 40 letters", id="turned-around"),
    pytest.param("<b>", PASSWORD, "up to 40 letters", id="markup"),
    pytest.param("...", PASSWORD, "up to 40 letters", id="no-letter"),
    pytest.param("TAKEN", PASSWORD, "is taken", id="taken"),
    pytest.param("ana", "", "Type a password.", id="no-password"),
    pytest.param("ana", "short", "too short", id="short"),
    pytest.param("ana", "password", "easy to guess", id="common"),
    pytest.param("anamaria2", "anamaria22", "too much like", id="like-the-name"),
    pytest.param("ana", "x" * 300, "cannot be used", id="endless"),
]


@pytest.mark.parametrize(("name", "password", "told"), BAD_SIGN_UPS)
def test_a_sign_up_that_is_refused(name, password, told):
    """Said beside the field and read with it; nothing is made, and the password does not come back."""
    get_user_model().objects.create_user("taken", password="x")

    response = Person().sign_up(name, password)

    assert response.status_code == 400
    page = read(response.content)
    problems = page.all("div", "problem")
    assert any(told in node.text for node in problems), [node.text for node in problems]
    described = {box.attrs.get("aria-describedby", "") for box in page.all("input") if "aria-invalid" in box.attrs}
    assert all(any(node.attrs["id"] in names for names in described) for node in problems)
    assert "value" not in page.one("input", type="password").attrs
    assert get_user_model().objects.count() == 1


@pytest.mark.parametrize("name", ["हिन्दी", "عَلِيّ", "José", "O'Neill", "A-B.c", "李雷", "می‌خواهم"])
def test_names_of_every_script(name):
    """With the marks and joiners that they are written with; found again however capitals are typed."""
    Person().sign_up(name)
    again = Person()

    assert again.sign_in(f"  {name.upper()} ").status_code == 302
    assert tidy_name(name) in words_of(again.open("account/"))


def test_two_people_at_once_with_one_name(monkeypatch):
    """Both have asked before either was made: one gets the name."""
    monkeypatch.setattr("tutor.accounts.forms.is_taken", lambda name: False)
    first, second = Person(), Person()

    assert first.sign_up().status_code == 302
    response = second.sign_up()

    assert response.status_code == 400
    assert "is taken" in response.content.decode()
    assert get_user_model().objects.count() == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_forms_help_password_managers(language):
    """Names that browsers know, nothing against paste, labels that belong to their fields, no script of htmx."""
    kinds = {
        "sign-up": {"username": "username", "password": "new-password"},
        "sign-in": {"username": "username", "password": "current-password"},
    }
    for path, expected in kinds.items():
        page = Person(language).open(f"account/{path}/")
        form = page.one("main").one("form")
        boxes = {box.attrs["name"]: box.attrs for box in form.all("input") if box.attrs["type"] != "hidden"}
        assert {name: attrs["autocomplete"] for name, attrs in boxes.items()} == expected
        assert boxes["username"]["autocapitalize"] == "none"
        assert {label.attrs["for"] for label in form.all("label")} == {attrs["id"] for attrs in boxes.values()}
        assert not [script for script in page.all("script") if "htmx" in script.attrs["src"]]
        assert "hx-" not in str([node.attrs for node in page.walk()])


def test_a_name_is_the_same_however_it_is_typed():
    """Capitals, spaces, joiners; but not another name."""
    assert name_key(" Straße ") == name_key("STRASSE")
    assert name_key("می‌خواهم") == name_key("میخواهم")
    assert name_key("ana") != name_key("ána")
    with pytest.raises(BadNameError):
        tidy_name("\u200c")


# -- guessing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_guessing_is_stopped(language):
    """After eight wrong passwords: a page that says so in the language of the address, even for the right one."""
    Person().sign_up()
    guesser = Person(language)

    answers = [guesser.sign_in(password=f"wrong {n}").status_code for n in range(9)]
    response = guesser.sign_in()

    assert answers[:7] == [400] * 7
    assert answers[8] == 429
    assert response.status_code == 429
    assert response["Retry-After"] == "900"
    assert response["Content-Language"] == language
    if language == "en":
        assert "not possible for 15 minutes" in response.content.decode()
    assert guesser.client.get(f"/{language}/account/").status_code == 200


def test_guessing_stops_nobody_else():
    """Another name here and the same name elsewhere still get in, and after a quarter of an hour this one, too."""
    Person().sign_up()
    Person().sign_up("Ben", "three blue queens")
    guesser, elsewhere = Person(), Person()
    elsewhere.client.defaults["REMOTE_ADDR"] = "198.51.100.7"
    for n in range(9):
        guesser.sign_in(name=["ana maría", "ANA MARÍA"][n % 2], password=f"wrong {n}")

    assert guesser.sign_in().status_code == 429
    assert Person().sign_in("ben", "three blue queens").status_code == 302
    assert elsewhere.sign_in().status_code == 302
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=16))
    assert guesser.sign_in().status_code == 302
    assert not AccessAttempt.objects.exists()


def test_passwords_are_not_noted():
    """What is kept of a wrong attempt holds no password."""
    Person().sign_in(password="my secret words")

    noted = str(AccessAttempt.objects.values().get())
    assert "ana maría" in noted
    assert "secret" not in noted


def test_the_present_password_cannot_be_guessed_either():
    """Whoever sits down at somebody's open session."""
    ana = Person()
    ana.sign_up()

    for n in range(8):
        ana.post("account/delete/", old=f"wrong {n}")

    assert ana.post("account/delete/", old=PASSWORD).status_code == 429
    assert get_user_model().objects.count() == 1


@pytest.mark.parametrize(
    ("proxies", "header", "address"),
    [
        pytest.param(0, "", "127.0.0.1", id="no-proxy"),
        pytest.param(0, "203.0.113.1", "127.0.0.1", id="no-proxy-but-a-header"),
        pytest.param(1, "203.0.113.1", "203.0.113.1", id="one"),
        pytest.param(1, "10.0.0.1, 203.0.113.1", "203.0.113.1", id="one-and-a-lie"),
        pytest.param(2, "203.0.113.1, 10.0.0.1", "203.0.113.1", id="two"),
        pytest.param(2, "203.0.113.1", "127.0.0.1", id="two-but-one-came"),
        pytest.param(1, "unknown", "127.0.0.1", id="no-address"),
    ],
)
def test_address_behind_proxies(settings, proxies, header, address):
    """Only what our own proxies wrote is believed."""
    settings.PROXIES = proxies
    request = RequestFactory().get("/", headers={"X-Forwarded-For": header} if header else {})

    assert client_address(request) == address


# -- changing and leaving ------------------------------------------------------------------------------------------


def test_a_new_password_signs_other_devices_out():
    """They keep nothing: neither the account nor the progress that they showed."""
    ana, thief = Person(), Person()
    ana.solve(ONE)
    ana.sign_up()
    thief.sign_in()
    assert set(thief.steps) == {ONE.key}

    response = ana.post("account/password/", old=PASSWORD, new="four red jacks")

    assert response["Location"] == "/en/account/?password#done"
    assert set(ana.steps) == {ONE.key}
    assert thief.steps == {}
    assert ONE.key not in thief.export().decode()
    thief.solve(TWO)
    assert set(ana.steps) == {ONE.key}
    assert thief.sign_in().status_code == 400
    assert Person().sign_in(password="four red jacks").status_code == 302


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("wrong", "four red jacks", "not your present password"),
        (PASSWORD, "short", "too short"),
        ("", "four red jacks", "Type your present password."),
    ],
)
def test_a_new_password_that_is_refused(old, new, told):
    """Said beside its field, and the old one still holds."""
    ana = Person()
    ana.sign_up()

    response = ana.post("account/password/", old=old, new=new)

    assert response.status_code == 400
    assert told in response.content.decode()
    assert Person().sign_in().status_code == 302


def test_deleting_leaves_nothing():
    """Account, progress, reviews, notes of wrong attempts, the other device's view of it."""
    ana, tablet = Person(), Person()
    ana.solve(ONE)
    ana.open("progress/")
    ana.sign_up()
    tablet.sign_in()
    Person().sign_in(password="wrong")
    assert AccessAttempt.objects.exists()

    assert ana.post("account/delete/", old="wrong").status_code == 400
    assert ana.post("account/delete/", old=PASSWORD)["Location"] == "/en/account/?deleted#done"

    for table in (get_user_model(), StoredVisitor, StepProgress, RuleReview, AccessAttempt):
        assert not table.objects.exists(), table
    for device in (ana, tablet):
        assert device.steps == {}
        assert NAME not in device.client.get("/en/account/").content.decode()
    assert Person().sign_in().status_code == 400


def test_everything_is_in_the_file_of_an_account(mail_is_sent):
    """Name and address as well; reading such a file back makes no account."""
    ana, ben = Person(), Person()
    ana.solve(ONE)
    ana.sign_up(email="ana@example.org")

    data = json.loads(ana.export())

    assert data["account"].keys() == {"name", "email", "since"}
    assert (data["account"]["name"], data["account"]["email"]) == (NAME, "ana@example.org")
    assert PASSWORD not in ana.export().decode()
    from tests.web.test_keeping import upload

    upload(ben, ana.export())
    assert set(ben.steps) == {ONE.key}
    assert NAME not in ben.client.get("/en/account/").content.decode()


# -- a forgotten password ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_forgotten_password(mail_is_sent, language):
    """A mail in the language of the page, a link that works once, other devices signed out."""
    ana, tablet = Person(language), Person()
    ana.solve(ONE)
    ana.sign_up(email="ana@example.org")
    tablet.sign_in()
    ana.post("account/sign-out/")

    response = ana.post("account/forgotten/", email="ANA@example.org")

    assert response["Location"] == f"/{language}/account/forgotten/sent/"
    assert ana.client.get(response["Location"]).status_code == 200
    (letter,) = mail.outbox
    assert NAME in letter.body
    link = re.search(rf"http://testserver(/{language}/account/forgotten/\S+)", letter.body)[1]
    form = ana.client.get(link)["Location"]
    assert "set-password" in form
    assert ana.client.post(form, {"new": "short"}).status_code == 200
    assert ana.client.post(form, {"new": "four red jacks"})["Location"] == f"/{language}/account/sign-in/"
    assert tablet.steps == {}
    assert ana.sign_in().status_code == 400
    assert ana.sign_in(password="four red jacks").status_code == 302
    assert set(ana.steps) == {ONE.key}
    assert Person().client.get(link).status_code == 200  # a page that says that the link is used up
    assert "new" not in {box.attrs.get("name") for box in read(Client().get(link).content).all("input")}


def test_nobody_learns_whether_there_is_an_account(mail_is_sent):
    """The same answer, no mail; and no second mail within five minutes."""
    ana = Person()
    ana.sign_up(email="ana@example.org")

    answers = {ana_or_not: Person().post("account/forgotten/", email=ana_or_not)["Location"]
               for ana_or_not in ("ana@example.org", "nobody@example.org", "ANA@example.org")}  # fmt: skip

    assert len(set(answers.values())) == 1
    assert len(mail.outbox) == 1


def test_without_mail_nothing_asks_for_an_address():
    """Neither field nor link nor page, and an address that is sent all the same is not kept."""
    assert site_settings.MAIL is False
    assert not Person().open("account/sign-up/").all("input", type="email")
    assert "forgotten" not in Client().get("/en/account/sign-in/").content.decode()
    for path in ("forgotten", "forgotten/sent"):
        assert Client().get(f"/en/account/{path}/").status_code == 404

    Person().sign_up(email="ana@example.org")

    assert get_user_model().objects.get().email == ""


def test_an_address_can_be_changed_and_taken_away(mail_is_sent):
    """A wrong one is refused in our words."""
    ana = Person()
    ana.sign_up()

    assert ana.post("account/email/", email="ana@example.org").status_code == 302
    response = ana.post("account/email/", email="ana at home")
    assert response.status_code == 400
    assert "cannot be read" in response.content.decode()
    assert get_user_model().objects.get().email == "ana@example.org"
    ana.post("account/email/", email="")
    assert get_user_model().objects.get().email == ""


@pytest.mark.parametrize("where", ["", "smtp:mail", "http://mail.example", "smtp://mail.example", "smtp://"])
def test_bad_settings_of_mail_stop_the_start(where):
    """A server without a sender as well."""
    with pytest.raises(ValueError, match="SIXTYSIX_MAIL"):
        mail_settings(where, "")


def test_settings_of_mail():
    """What stands in the address ends in Django's settings."""
    found = mail_settings("smtp://me%40example.org:s%2Fx@mail.example:2525", "me@example.org")

    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == ("mail.example", 2525, True)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("me@example.org", "s/x")
    assert mail_settings("console", "")["MAIL"] is True


# -- cost and cover ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["progress", "settings", "account", "account/password", "account/delete", "learn"])
def test_queries_of_somebody_with_an_account(path, django_assert_max_num_queries):
    """Eight at most a page."""
    ana = Person()
    ana.solve(ONE)
    ana.miss(TWO, THREE)
    ana.sign_up()
    ana.open("progress/")

    with django_assert_max_num_queries(8):
        assert ana.client.get(f"/en/{path}/").status_code == 200


def test_a_signed_in_learner_answers_as_fast_as_others(django_assert_max_num_queries):
    """Five queries at most for a fragment."""
    ana = Person()
    ana.solve(ONE)
    ana.sign_up()
    seen = seen_by(read(ana.client.get(TWO.path()).content))
    ana.client.post(TWO.path(), {"seen": seen, **wrong_of(TWO)})

    with django_assert_max_num_queries(5):
        ana.client.post(TWO.path(), {"seen": seen + 1, **right_of(TWO)}, headers={"HX-Request": "true"})


def test_every_form_of_an_account_has_a_token():
    """A form from elsewhere is refused."""
    client = Client(enforce_csrf_checks=True)
    for path in ("sign-up", "sign-in", "sign-out", "email", "password", "delete"):
        assert client.post(f"/en/account/{path}/", {"username": "x", "password": PASSWORD}).status_code == 403
    for path in ("import", "reset", "undo"):
        assert client.post(f"/en/progress/{path}/").status_code == 403
    assert client.post("/en/settings/").status_code == 403


def test_sessions_last_a_year():
    """As the page about privacy says."""
    assert timedelta(seconds=site_settings.SESSION_COOKIE_AGE) == timedelta(days=365)


def _by_the_keeper(user):
    """As the admin does it."""
    form = AdminPasswordChangeForm(user, {"password1": "four red jacks", "password2": "four red jacks"})
    assert form.is_valid(), form.errors
    form.save()


def _by_command(user):
    """As ``manage.py changepassword`` does it."""
    user.set_password("four red jacks")
    user.save()


@pytest.mark.parametrize("change", [_by_the_keeper, _by_command])
def test_whoever_changes_a_password_closes_all_devices(change):
    """What the account has reached is shown nowhere until somebody signs in with the new password."""
    ana, tablet = Person(), Person()
    ana.solve(ONE)
    ana.sign_up()
    tablet.sign_in()
    assert set(tablet.steps) == {ONE.key}

    change(get_user_model().objects.get())

    assert ana.steps == tablet.steps == {}
    assert tablet.sign_in(password="four red jacks").status_code == 302
    assert set(tablet.steps) == {ONE.key}


def test_a_password_hashed_anew_closes_nothing(settings):
    """Django writes a password again when its way of hashing improves; nobody has changed it."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    ana, tablet = Person(), Person()
    ana.solve(ONE)
    ana.sign_up()
    settings.PASSWORD_HASHERS = settings.PASSWORD_HASHERS[1:]

    assert tablet.sign_in().status_code == 302
    assert set(ana.steps) == set(tablet.steps) == {ONE.key}
