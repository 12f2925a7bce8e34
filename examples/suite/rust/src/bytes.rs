use pairgate::Random;

/// Random bytes, eight from each draw, lowest first.
pub fn random_bytes(random: &mut Random, length: u64) -> Vec<u8> {
    let mut drawn = 0;
    let byte = |i| {
        drawn = if i % 8 == 0 { random.next() } else { drawn >> 8 };
        drawn as u8
    };
    (0..length).map(byte).collect()
}
