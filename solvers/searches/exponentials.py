"""Many exponentials at once: plain arithmetic over arrays, which vectorises, where a call of exp for each does not."""

from __future__ import annotations

from puzzles.engine.kernels import inlined

MAGIC = 6755399441055744.0
"""1.5 * 2**52: adding it rounds a small float64 to the next integer, and leaves that in the low bits of the sum."""
LOG2_E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""ln 2 in two parts (fdlibm): the first has trailing zeros, so that its product with an integer is exact."""
FARTHEST = 700.0
"""exp of what lies beyond is taken at it: exp(700) is 1e304, exp(-700) is 1e-304."""


@inlined
def exponentials(values, rate, count, powers, power_bits):
    """Replaces values[:count] by exp(rate * value); relative error below 1e-11 for products within -700 ... 700.

    exp(x) = 2**k exp(r), with k the integer next to x / ln 2 and |r| <= ln 2 / 2; exp(r) by its Taylor series up to
    r**9 / 9!, whose rest is below 7e-12. `powers` (float64[count]) and `power_bits` (int64[count]) are one memory:
    2**k is made of its bits.
    """
    for at in range(count):
        powers[at] = min(max(rate * values[at], -FARTHEST), FARTHEST) * LOG2_E + MAGIC
    for at in range(count):
        whole = powers[at] - MAGIC
        x = min(max(rate * values[at], -FARTHEST), FARTHEST)
        r = (x - whole * LN2_HIGH) - whole * LN2_LOW
        series = r * (1.0 / 362880.0) + 1.0 / 40320.0
        series = series * r + 1.0 / 5040.0
        series = series * r + 1.0 / 720.0
        series = series * r + 1.0 / 120.0
        series = series * r + 1.0 / 24.0
        series = series * r + 1.0 / 6.0
        series = series * r + 0.5
        series = series * r + 1.0
        values[at] = series * r + 1.0
    for at in range(count):
        # the low 12 bits of the sum hold k; 1023 is the exponent's offset
        power_bits[at] = (power_bits[at] + 1023) << 52
    for at in range(count):
        values[at] *= powers[at]
