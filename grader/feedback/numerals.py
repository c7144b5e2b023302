"""How numbers, units and moments are written in one language."""

import math
import numbers
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from grader.model.text import Language

Digits = Literal["auto", "latin"]

_BANGLA = str.maketrans("0123456789", "০১২৩৪৫৬৭৮৯")
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SIGNIFICANT = 4  # digits of a measured number that anyone reads


@dataclass(frozen=True, kw_only=True)
class Numerals:
    """Writes numbers; only what it has formatted itself gets Bangla digits, never a sentence."""

    language: Language = "bn"
    digits: Digits = "auto"  # `auto`: the digits of the language

    def number(self, value: object) -> str:
        """Return a number, grouped: whole ones in full, others with at most four significant digits.

        Raises:
            TypeError: the value is no number, or a bool.
        """
        if isinstance(value, bool) or not isinstance(value, (numbers.Real, Decimal)):
            raise TypeError(f"expected a number, got {value!r}")
        if isinstance(value, numbers.Integral):
            exact = Decimal(int(value))
        elif math.isfinite(value):
            exact = Decimal(str(value))
        else:
            return "NaN" if math.isnan(value) else "inf" if float(value) > 0 else "-inf"
        if exact and not Decimal("1e-4") <= abs(exact) < Decimal("1e15"):
            return self._scientific(exact)
        return self._grouped(_rounded(exact))

    def integer(self, value: object) -> str:
        """Return a count, grouped.

        Raises:
            TypeError: the value is not a whole number.
        """
        if isinstance(value, bool) or not isinstance(value, numbers.Integral):
            raise TypeError(f"expected a whole number, got {value!r}")
        return self.number(value)

    def milliseconds(self, value: object) -> str:
        """Return a duration given in ms."""
        return f"{self.number(value)} ms"

    def seconds(self, value: object) -> str:
        """Return a duration given in seconds, the unit written out."""
        if self.language == "bn":
            return f"{self.number(value)} সেকেন্ড"
        return f"{self.number(value)} second{'' if value == 1 else 's'}"

    def gigabytes(self, value: object) -> str:
        """Return a size given in GB."""
        return f"{self.number(value)} GB"

    def megabytes(self, value: object) -> str:
        """Return a size given in MB."""
        return f"{self.number(value)} MB"

    def times(self, value: object) -> str:
        """Return a ratio: "2.7 times"."""
        return f"{self.number(value)} {'গুণ' if self.language == 'bn' else 'times'}"

    def percent(self, value: object) -> str:
        """Return a share of one as a percentage: 0.875 is 87.5%."""
        if isinstance(value, bool) or not isinstance(value, (numbers.Real, Decimal)):
            raise TypeError(f"expected a share of one, got {value!r}")
        return f"{self.number(Decimal(str(value)) * 100)}%"

    def moment(self, iso: str) -> str:
        """Return a moment given as ISO 8601, by the clocks of its own zone; any other text is returned as it is."""
        try:
            moment = datetime.fromisoformat(iso)
        except ValueError:
            return iso
        from babel.dates import format_datetime

        moment = moment if moment.tzinfo else moment.astimezone(UTC)
        zone, shown = str(moment.tzinfo), moment.replace(tzinfo=None)  # `UTC` or `UTC+06:00`
        if self.language == "en":
            return f"{format_datetime(shown, 'EEEE, d MMMM y, HH:mm', locale='en')} {zone}"
        return self._localised(f"{format_datetime(shown, 'EEEE, d MMMM y, B h:mm', locale='bn_BD')} ({zone})")

    def _grouped(self, value: Decimal) -> str:
        from babel.numbers import format_decimal

        locale = "bn_BD" if self.language == "bn" else "en"  # bn_BD groups the Indian way: 12,34,567
        return self._localised(format_decimal(value, locale=locale, decimal_quantization=False))

    def _scientific(self, value: Decimal) -> str:
        exponent = value.adjusted()
        power = str(exponent).translate(_SUPERSCRIPT)
        return f"{self._grouped(_rounded(value.scaleb(-exponent)))} × {self._localised('10')}{power}"

    def _localised(self, formatted: str) -> str:
        bangla = self.language == "bn" and self.digits == "auto"
        return formatted.translate(_BANGLA) if bangla else formatted


def _rounded(value: Decimal) -> Decimal:
    """Drop the decimals that are too many; whole digits always stay."""
    decimals = max(_SIGNIFICANT - 1 - value.adjusted(), 0) if value else 0
    return value.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP).normalize() + 0
