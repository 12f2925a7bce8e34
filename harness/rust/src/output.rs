use crate::opaque::{opaque_ref, opaque_word};

/// What a body returns: an integer, a bool, a floating-point number or a `String`.
pub trait Output: Sized {
    /// As it stands in the protocol, equal in every language.
    fn text(&self) -> String;

    /// Zero only when the two are the same; the optimiser may assume nothing of `self`.
    #[doc(hidden)]
    fn difference(&self, expected: &Self) -> u64;

    /// What an empty body returns. Not zero, which processors make without an execution unit: a deleted body leaves
    /// a constant of any value.
    #[doc(hidden)]
    fn blank() -> Self;
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Output for $integer {
            fn text(&self) -> String {
                self.to_string()
            }
            #[inline(always)]
            fn difference(&self, expected: &Self) -> u64 {
                opaque_word(*self as u64) ^ (*expected as u64)
            }
            #[inline(always)]
            fn blank() -> Self {
                1
            }
        }
    )*};
}
integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

impl Output for bool {
    fn text(&self) -> String {
        self.to_string()
    }
    #[inline(always)]
    fn difference(&self, expected: &Self) -> u64 {
        opaque_word(*self as u64) ^ (*expected as u64)
    }
    #[inline(always)]
    fn blank() -> Self {
        true
    }
}

impl Output for f64 {
    fn text(&self) -> String {
        decimal(*self)
    }
    #[inline(always)]
    fn difference(&self, expected: &Self) -> u64 {
        opaque_word(self.to_bits()) ^ expected.to_bits()
    }
    #[inline(always)]
    fn blank() -> Self {
        1.0
    }
}

impl Output for f32 {
    fn text(&self) -> String {
        decimal(f64::from(*self))
    }
    #[inline(always)]
    fn difference(&self, expected: &Self) -> u64 {
        opaque_word(u64::from(self.to_bits())) ^ u64::from(expected.to_bits())
    }
    #[inline(always)]
    fn blank() -> Self {
        1.0
    }
}

impl Output for String {
    fn text(&self) -> String {
        self.clone()
    }
    #[inline(always)]
    fn difference(&self, expected: &Self) -> u64 {
        u64::from(opaque_ref(self) != expected)
    }
    #[inline(always)]
    fn blank() -> Self {
        String::new()
    }
}

/// The fewest digits that read back as the same double, laid out as JavaScript does; -0, NaN and Infinity by name.
pub(crate) fn decimal(value: f64) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_nan() {
        return "NaN".to_string();
    }
    if value.is_infinite() {
        return format!("{sign}Infinity");
    }
    if value == 0.0 {
        return format!("{sign}0");
    }
    let magnitude = value.abs();
    let scientific = (0..=16)
        .map(|precision| format!("{magnitude:.precision$e}"))
        .find(|text| text.parse() == Ok(magnitude))
        .unwrap_or_else(|| format!("{magnitude:.16e}"));
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or(0);
    sign.to_string() + &laid_out(&digits, exponent)
}

/// `digits` with a decimal point after the first, times ten to the `exponent`.
fn laid_out(digits: &str, exponent: i32) -> String {
    let count = digits.len() as i32;
    let point = exponent + 1;
    if count <= point && point <= 21 {
        return format!("{digits}{}", "0".repeat((point - count) as usize));
    }
    if 0 < point && point <= 21 {
        let (whole, fraction) = digits.split_at(point as usize);
        return format!("{whole}.{fraction}");
    }
    if -6 < point && point <= 0 {
        return format!("0.{}{digits}", "0".repeat(-point as usize));
    }
    let (first, rest) = digits.split_at(1);
    let dot = if rest.is_empty() { "" } else { "." };
    format!("{first}{dot}{rest}e{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_laid_out_as_javascript_does() {
        let cases = [
            (1.0, "1"),
            (-2.5, "-2.5"),
            (0.1, "0.1"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e+21"),
            (123456789012345680000.0, "123456789012345680000"),
            (1e-6, "0.000001"),
            (1.5e-7, "1.5e-7"),
            (5e-324, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (-0.0, "-0"),
            (f64::NEG_INFINITY, "-Infinity"),
        ];
        for (value, text) in cases {
            assert_eq!(decimal(value), text);
        }
        assert_eq!(decimal(-f64::NAN), "NaN");
    }

    #[test]
    fn equal_outputs_have_no_difference_and_others_have_one() {
        assert_eq!(7u64.difference(&7), 0);
        assert_ne!((-1i8).difference(&1), 0);
        assert_eq!(f64::NAN.difference(&f64::NAN), 0);
        assert_ne!("a".to_string().difference(&"b".to_string()), 0);
    }
}
