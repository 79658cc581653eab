"""Engine values -> sentences in the language of the page. No models, no request; the only place that words them.

Every sentence is one whole message with named placeholders; names stand after a colon or in a list. Sentences may
follow one another with a space between them; nothing smaller is ever joined.
"""
