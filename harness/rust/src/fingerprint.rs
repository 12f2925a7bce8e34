pub(crate) const FNV_OFFSET: u64 = 0xcbf29ce484222325;
const FNV_PRIME: u64 = 0x100000001b3;

/// FNV-1a, 64 bits, over `bytes`, carried on from `hash`.
pub(crate) fn fnv_1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME))
}

/// FNV-1a, 64 bits, over a canonical byte form that is equal in every language.
///
/// An integer or bool is 8 bytes, little-endian, sign-extended; a floating-point number is its IEEE 754 double in the
/// same form; a sequence is its length and its elements; a string, or a sequence of 8-bit integers, is its length and
/// its bytes; a tuple is its members; an `Option` is a sequence of none or one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hasher {
    hash: u64,
    size: u64,
}

impl Default for Hasher {
    fn default() -> Hasher {
        Hasher { hash: FNV_OFFSET, size: 0 }
    }
}

impl Hasher {
    /// Adds one value.
    pub fn add<T: Fingerprint + ?Sized>(&mut self, value: &T) -> &mut Hasher {
        value.fingerprint(self);
        self
    }

    /// Adds the length and then the bytes themselves, as for a string.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        self.hash = fnv_1a(self.hash, bytes);
        self.size += bytes.len() as u64;
    }

    /// The fingerprint of everything added so far.
    pub fn value(&self) -> u64 {
        self.hash
    }

    /// 16 hexadecimal digits.
    pub fn text(&self) -> String {
        format!("{:016x}", self.hash)
    }

    /// Bytes of canonical form so far.
    pub fn size(&self) -> u64 {
        self.size
    }

    fn word(&mut self, word: u64) {
        self.hash = fnv_1a(self.hash, &word.to_le_bytes());
        self.size += 8;
    }
}

/// What a fixture is made of: a type of your own adds its parts to the hasher, in order.
pub trait Fingerprint {
    /// Adds this value.
    fn fingerprint(&self, hasher: &mut Hasher);

    /// Adds a sequence of such values.
    fn fingerprint_sequence(sequence: &[Self], hasher: &mut Hasher)
    where
        Self: Sized,
    {
        hasher.word(sequence.len() as u64);
        for element in sequence {
            element.fingerprint(hasher);
        }
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Fingerprint for $integer {
            fn fingerprint(&self, hasher: &mut Hasher) {
                hasher.word(*self as u64);
            }
        }
    )*};
}
integers!(u16 u32 u64 usize i16 i32 i64 isize bool);

impl Fingerprint for u8 {
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.word(u64::from(*self));
    }

    fn fingerprint_sequence(sequence: &[u8], hasher: &mut Hasher) {
        hasher.bytes(sequence);
    }
}

impl Fingerprint for i8 {
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.word(*self as u64);
    }

    fn fingerprint_sequence(sequence: &[i8], hasher: &mut Hasher) {
        hasher.word(sequence.len() as u64);
        for &element in sequence {
            hasher.hash = fnv_1a(hasher.hash, &[element as u8]);
        }
        hasher.size += sequence.len() as u64;
    }
}

impl Fingerprint for f64 {
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.word(self.to_bits());
    }
}

impl Fingerprint for f32 {
    fn fingerprint(&self, hasher: &mut Hasher) {
        f64::from(*self).fingerprint(hasher);
    }
}

impl Fingerprint for str {
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.bytes(self.as_bytes());
    }
}

impl Fingerprint for String {
    fn fingerprint(&self, hasher: &mut Hasher) {
        self.as_str().fingerprint(hasher);
    }
}

impl<T: Fingerprint> Fingerprint for [T] {
    fn fingerprint(&self, hasher: &mut Hasher) {
        T::fingerprint_sequence(self, hasher);
    }
}

impl<T: Fingerprint, const N: usize> Fingerprint for [T; N] {
    fn fingerprint(&self, hasher: &mut Hasher) {
        T::fingerprint_sequence(self, hasher);
    }
}

impl<T: Fingerprint> Fingerprint for Vec<T> {
    fn fingerprint(&self, hasher: &mut Hasher) {
        T::fingerprint_sequence(self, hasher);
    }
}

impl<T: Fingerprint> Fingerprint for Option<T> {
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.word(u64::from(self.is_some()));
        if let Some(value) = self {
            value.fingerprint(hasher);
        }
    }
}

impl<T: Fingerprint + ?Sized> Fingerprint for &T {
    fn fingerprint(&self, hasher: &mut Hasher) {
        (**self).fingerprint(hasher);
    }
}

impl<T: Fingerprint + ?Sized> Fingerprint for Box<T> {
    fn fingerprint(&self, hasher: &mut Hasher) {
        (**self).fingerprint(hasher);
    }
}

macro_rules! tuples {
    ($(($($member:ident)*))*) => {$(
        impl<$($member: Fingerprint),*> Fingerprint for ($($member,)*) {
            #[allow(non_snake_case, unused_variables)]
            fn fingerprint(&self, hasher: &mut Hasher) {
                let ($($member,)*) = self;
                $($member.fingerprint(hasher);)*
            }
        }
    )*};
}
tuples!(() (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F));

#[cfg(test)]
mod tests {
    use super::*;

    fn text<T: Fingerprint + ?Sized>(value: &T) -> String {
        Hasher::default().add(value).text()
    }

    #[test]
    fn an_integer_is_eight_little_endian_bytes_whatever_its_width() {
        let eight = format!("{:016x}", fnv_1a(FNV_OFFSET, &[7, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!([text(&7u8), text(&7i16), text(&7u64)], [eight.clone(), eight.clone(), eight]);
        assert_eq!(text(&-1i8), text(&-1i64));
    }

    #[test]
    fn a_sequence_begins_with_its_length() {
        assert_ne!(text(&vec![vec![1u64, 2], vec![3]]), text(&vec![vec![1u64], vec![2, 3]]));
        assert_ne!(text(&vec!["ab", "c"]), text(&vec!["a", "bc"]));
    }

    #[test]
    fn a_sequence_of_bytes_is_hashed_like_a_string() {
        assert_eq!(text(&vec![104u8, 105]), text("hi"));
        assert_eq!(text(&vec![104i8, 105]), text("hi"));
    }

    #[test]
    fn minus_zero_differs_from_zero_and_f32_is_widened() {
        assert_ne!(text(&-0.0f64), text(&0.0f64));
        assert_eq!(text(&0.5f32), text(&0.5f64));
    }

    #[test]
    fn the_size_counts_the_bytes_of_the_canonical_form() {
        assert_eq!(Hasher::default().add(&(1u8, "abc", vec![1u32, 2])).size(), 8 + 8 + 3 + 8 + 16);
    }
}
