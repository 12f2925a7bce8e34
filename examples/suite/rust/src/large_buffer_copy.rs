//! Copying a buffer into another one that stays allocated: page faults are not part of it.

use std::cell::RefCell;

use pairgate::{Fingerprint, Hasher, Random, Suite};

use crate::bytes::random_bytes;

#[derive(Clone)]
struct Buffers {
    source: Vec<u8>,
    target: RefCell<Vec<u8>>,
}

impl Fingerprint for Buffers {
    /// The target is scratch, not input.
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.add(&self.source);
    }
}

/// Of one byte in each cache line, by its place.
fn checksum(bytes: &[u8]) -> u64 {
    (1..).step_by(64).zip(bytes.iter().step_by(64)).map(|(place, &byte): (u64, _)| place * u64::from(byte)).sum()
}

fn copied_checksum(buffers: &Buffers) -> u64 {
    let mut target = buffers.target.borrow_mut();
    target.copy_from_slice(&buffers.source);
    checksum(&target)
}

pub fn add(suite: &mut Suite) {
    let make = |random: &mut Random, size| Buffers {
        source: random_bytes(random, size),
        target: RefCell::new(vec![0; size as usize]),
    };
    suite
        .add("large_buffer_copy", "memory", &[65536, 2097152], make, copied_checksum)
        .reference(|buffers: &Buffers| checksum(&buffers.source));
}
