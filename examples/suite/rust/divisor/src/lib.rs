//! A number that stands in another crate than the division by it: only the link knows its value.

/// Never inlined, because the compiler copies so small a function into every crate that calls it (and the value of a static
/// too). Link-time optimisation still learns what it returns.
#[inline(never)]
pub fn divisor() -> u64 {
    1_000_003
}
