"""Which spellings and forms of a word are the same to a search, and which are not; and what the index makes of them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tutor.content import index
from tutor.content.index import Entry, Fts5, TextSearch
from tutor.content.models import Place
from tutor.content.places import rebuild_index
from tutor.content.sync import sync
from tutor.content.words import all_stems, meets, query_stems

SAME = [
    pytest.param("en", "MARRIAGES", "a marriage", id="en-capitals-plural"),
    pytest.param("en", "closing", "close the stock", id="en-ending"),
    pytest.param("es", "leccion", "la lección", id="es-accent"),
    pytest.param("es", "ESPANOL", "español", id="es-enye"),
    pytest.param("es", "baza", "dos bazas", id="es-plural"),
    pytest.param("it", "presa", "le prese", id="it-plural"),
    pytest.param("it", "piu", "più alta", id="it-accent"),
    pytest.param("it", "asso", "l'asso", id="it-apostrophe"),
    pytest.param("ar", "لمة", "اللمّة", id="ar-article-and-shadda"),
    pytest.param("ar", "لمه", "اللمّة", id="ar-ha-for-ta"),
    pytest.param("ar", "لمات", "لمّة", id="ar-plural"),
    pytest.param("ar", "اس", "الآس", id="ar-madda"),
    pytest.param("ar", "اعلان", "إعلان 66", id="ar-hamza-below"),
    pytest.param("ar", "أوراق", "اوراق", id="ar-hamza-above"),
    pytest.param("ar", "الى", "إلي", id="ar-alif-for-ya"),
    pytest.param("ar", "حـكـم", "الحُكم", id="ar-stretched"),
    pytest.param("ar", "ملكة", "الملك والملكة", id="ar-and"),
    pytest.param("ar", "ورقة", "بورقة", id="ar-with"),
    pytest.param("ar", "مباراة", "للمباراة", id="ar-for-the"),
    pytest.param("ar", "٦٦", "إعلان 66", id="ar-digits"),
    pytest.param("hi", "पत्ता", "पत्तों का क्रम", id="hi-oblique"),
    pytest.param("hi", "बाजी", "बाज़ी", id="hi-dot"),
    pytest.param("hi", "बाज़ी", "बाज़ी", id="hi-dot-of-its-own"),
    pytest.param("hi", "पांच", "पाँच", id="hi-half-nasal"),
    pytest.param("hi", "हिंदी", "हिन्दी", id="hi-nasal-letter"),
    pytest.param("hi", "गये", "गए", id="hi-ye"),
    pytest.param("hi", "क्‍रम", "क्रम", id="hi-joiner"),
    pytest.param("hi", "६६", "66 बोलना", id="hi-digits"),
]
OTHER = [
    pytest.param("en", "as", "asset", id="short-words-are-whole"),
    pytest.param("en", "trick", "trump", id="en"),
    pytest.param("ar", "لم", "اللمّة", id="ar-not-is-no-trick"),
    pytest.param("hi", "सर", "सरल", id="hi-short-word"),
    pytest.param("hi", "अंक", "इक्का", id="hi"),
]


def found(language: str, query: str, text: str) -> bool:
    """Whether every stem of the query is met in the text."""
    stems = all_stems(text, language)
    return all(any(meets(stem, wanted) for stem in stems) for wanted in query_stems(query, language))


@pytest.mark.parametrize(("language", "query", "text"), SAME)
def test_the_same(language, query, text):
    """The query finds the text, and the database agrees."""
    assert query_stems(query, language)
    assert found(language, query, text)


@pytest.mark.parametrize(("language", "query", "text"), OTHER)
def test_not_the_same(language, query, text):
    """However alike they look."""
    assert not found(language, query, text)


# -- the index -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "query", "text", "expected"),
    [pytest.param(*row.values, True, id=row.id) for row in SAME]
    + [pytest.param(*row.values, False, id=row.id) for row in OTHER],
)
def test_the_index_finds_the_same(language, query, text, expected):
    """The tokenizer of the database takes no word apart."""
    index.rebuild([Entry("here", language, [], all_stems(text, language)), Entry("other", "xx", ["x"], ["y"])])

    assert index.find([language], query_stems(query, language)) == (["here"] if expected else [])


@pytest.mark.django_db
def test_titles_weigh_more():
    """And every word is asked for, or any."""
    index.rebuild([Entry("text", "en", ["other"], ["stock"] * 3), Entry("title", "en", ["stock"], ["trick", "ace"])])

    assert index.find(["en"], ["stock"]) == ["title", "text"]
    assert index.find(["en"], ["stock", "ace"]) == ["title"]
    assert set(index.find(["en"], ["other", "ace"], every=False)) == {"title", "text"}
    assert index.find(["es"], ["stock"]) == index.find(["en"], []) == index.find([], ["stock"]) == []


def test_what_postgresql_is_given():
    """Each stem in quotes with its places, those of the title with their weight; queries are casts, not parsed text."""
    place, language, vector = TextSearch().row(Entry("en:x", "en", ["stock"], ["ace", "stock"]))
    query, values = TextSearch().find(["en", "es"], ["stock", "as"], every=True)

    assert (place, language, vector) == ("en:x", "en", "'stock':1A,3D 'ace':2D")
    assert values == ["'stock':* & 'as'", "en", "es"]
    assert query.count("%s") == len(values)


def test_what_sqlite_is_given():
    """The same stems, in quotes as well."""
    query, values = Fts5().find(["en"], ["stock", "as"], every=False)

    assert values == ['"stock"* OR "as"', "en"]
    assert query.count("%s") == len(values)


@pytest.mark.django_db
def test_a_sync_rebuilds_the_index():
    """When a place has changed, and when the index has lost words; not when nothing has happened."""
    count = Place.objects.count()
    rebuild_index()
    assert index.size() == count > 800

    with CaptureQueriesContext(connection) as queries:
        assert sync().clean
    assert not [query for query in queries if "INSERT" in query["sql"]]

    index.rebuild([])
    assert sync().clean
    assert index.size() == count

    Place.objects.filter(pk="en:term:stock").update(title="spoiled")
    index.rebuild([Entry("en:term:stock", "en", ["spoil"], [])] * count)
    assert sync().changed == 1
    assert "en:term:stock" in index.find(["en"], ["talon"])
    assert index.find(["en"], ["spoil"]) == []
