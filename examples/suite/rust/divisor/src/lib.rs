//! A number that stands in another crate than the division by it: only the link knows its value.

/// A static, not a constant: the compiler would copy a constant into every crate that uses it.
pub static DIVISOR: u64 = 1_000_003;
