"""Settings of the site. Every value comes from the environment; a value that is wrong stops the start."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF
from environs import Env, validate

from tutor import stores
from tutor.web.logs import logging_settings
from tutor.web.mail import mail_settings

ROOT = Path(__file__).resolve().parents[1]

env = Env()

SECRET_KEY = env.str("SIXTYSIX_SECRET_KEY")  # no default: a guessable key must never serve anybody
DEBUG = env.bool("SIXTYSIX_DEBUG", False)
ALLOWED_HOSTS = env.list("SIXTYSIX_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
HTTPS = env.bool("SIXTYSIX_HTTPS", False)
PLAIN_HTTP = env.bool("SIXTYSIX_PLAIN_HTTP", False)
"""Serve a public name without TLS all the same; see ``tutor.web.safety``."""
PROXIES = env.int("SIXTYSIX_PROXIES", 0)
"""How many proxies of ours stand in front; as many entries of X-Forwarded-For are believed."""
STATE_DIR = env.path("SIXTYSIX_STATE_DIR", ROOT / "var")
PUBLIC_ADDRESS = env.str("SIXTYSIX_ADDRESS", "").rstrip("/")
CSRF_TRUSTED_ORIGINS = env.list("SIXTYSIX_ORIGINS", [])

INSTALLED_APPS = [
    "modeltranslation",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "axes",
    "tutor.web",
    "tutor.content",
    "tutor.rules",
    "tutor.positions",
    "tutor.lessons",
    "tutor.glossary",
    "tutor.puzzles",
    "tutor.learners",
    "tutor.accounts",
    "tutor.play",
    "tutor.progress",
]

MIDDLEWARE = [
    "tutor.web.logs.RequestLog",
    "tutor.web.bounds.Bounded",
    "tutor.web.memory.ReadingMemory",
    "django.middleware.security.SecurityMiddleware",
    # Pages carry no secret that a stranger could guess byte by byte: the token in forms is masked anew each time.
    "tutor.web.memory.PackPersonal",
    "django.middleware.http.ConditionalGetMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tutor.web.reading.NotKept",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "tutor.learners.middleware.FormToken",
    "tutor.learners.middleware.NativeDigits",
    "axes.middleware.AxesMiddleware",  # the last one: it turns a sign-in that is locked into our page 429
]

ROOT_URLCONF = "tutor.urls"
WSGI_APPLICATION = "tutor.wsgi.application"
APPEND_SLASH = True

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tutor.web.context.site",
                "tutor.learners.context.personal",
            ],
        },
    }
]

DATABASES = {
    "default": stores.database(
        env.str("SIXTYSIX_DATABASE_URL", "") or env.str("DATABASE_URL", ""),
        env.path("SIXTYSIX_DATABASE", STATE_DIR / "sixtysix.sqlite3"),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": stores.cache(env.str("SIXTYSIX_CACHE_URL", "") or env.str("CACHE_URL", "")),
    # Drawn once for all processes. They have a cache of their own, so that many of them push nothing else out.
    "pictures": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": STATE_DIR / "pictures",
        "TIMEOUT": 30 * 24 * 3600,
        "OPTIONS": {"MAX_ENTRIES": 3000},
    },
}

# -- languages ---------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español"), ("it", "Italiano"), ("ar", "العربية"), ("hi", "हिन्दी")]
CONTENT_LANGUAGES = tuple(code for code, _name in LANGUAGES)
"""Languages that content is written in; test-only pseudo languages are not among them."""
LOCALE_PATHS = [env.path("SIXTYSIX_LOCALE_DIR", ROOT / "locale")]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"

MODELTRANSLATION_DEFAULT_LANGUAGE = "en"
MODELTRANSLATION_LANGUAGES = CONTENT_LANGUAGES
# A hole in a translation must never be filled with English in silence: sync_content refuses it instead.
MODELTRANSLATION_FALLBACK_LANGUAGES = ()
MODELTRANSLATION_AUTO_POPULATE = False

# -- sessions and security ---------------------------------------------------------------------------------------

# In the database also where there is a cache: a cache that was away for a while would know sessions that have ended.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
LOOK_COOKIE_NAME = "sixtysix_look"  # app.js reads it
CSRF_FAILURE_VIEW = "tutor.web.errors.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = env.bool("SIXTYSIX_HSTS_PRELOAD", False)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health"]  # asked by machines, inside
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
DATA_UPLOAD_MAX_NUMBER_FILES = 1
LARGEST_BODY = 1024 * 1024
"""Bytes of a whole request, files included; ``tutor.web.bounds`` refuses more."""
PAGE_SECONDS = env.int("SIXTYSIX_PAGE_SECONDS", 0 if DEBUG else 60)
"""How long a worker remembers reading pages."""
RATELIMIT_ENABLE = env.bool("SIXTYSIX_LIMITS", True)
RATELIMIT_FAIL_OPEN = True  # a counter that was lost, as when Redis goes or comes back, stops nobody
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # to preload a domain into browsers is for its owner to decide
# A file with progress is small; what is larger is dropped while it comes in and never reaches the disk.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

CONTENT_SECURITY_POLICY = {
    "EXCLUDE_URL_PREFIXES": ["/admin/"],
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
        "worker-src": [SELF],
    },
}

# -- accounts ----------------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "UserAttributeSimilarityValidator")
] + [{"NAME": "tutor.accounts.new_password.NewKey"}]
LOGIN_URL = "accounts:sign_in"
PASSWORD_RESET_TIMEOUT = 3600

AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_CALLABLE = "tutor.web.errors.too_many_attempts"
AXES_CLIENT_IP_CALLABLE = "tutor.web.addresses.client_address"
AXES_VERBOSE = False

vars().update(mail_settings(env.str("SIXTYSIX_MAIL", "none"), env.str("SIXTYSIX_MAIL_FROM", "")))

# -- static files ------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = env.path("SIXTYSIX_STATIC_ROOT", STATE_DIR / "static")
STATICFILES_DIRS = [ROOT / "tutor/static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "tutor.web.static_files.PackedStorage"
    },
}

# -- logs and reports --------------------------------------------------------------------------------------------

LOG_FORMAT = env.str("SIXTYSIX_LOG_FORMAT", "text", validate=validate.OneOf(["text", "json"]))
ADMINS = [(address, address) for address in env.list("SIXTYSIX_REPORTS_TO", [])]
SERVER_EMAIL = env.str("SIXTYSIX_MAIL_FROM", "sixtysix@localhost")
EMAIL_SUBJECT_PREFIX = "[Sixty-Six] "
LOGGING = logging_settings(LOG_FORMAT, env.str("SIXTYSIX_LOG_LEVEL", "WARNING"), reports=bool(ADMINS), details=DEBUG)
