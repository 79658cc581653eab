"""An address as a picture for a camera, for pages that are printed."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def picture_of(address: str) -> SafeString:
    """Return an address as a QR code: an inline picture without style or script; nothing where it is too long for one.

    Our own addresses are short; the name of the host is whatever somebody asks for where every name is let through.
    """
    try:
        made = segno.make(address, micro=False, error="m")
    except segno.DataOverflowError:
        return SafeString()
    return mark_safe(made.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None))
