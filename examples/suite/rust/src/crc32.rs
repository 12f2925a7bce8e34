//! The CRC-32 of zip and Ethernet, a byte a step through a table.

use pairgate::Suite;

use crate::bytes::random_bytes;

const POLYNOMIAL: u32 = 0xedb8_8320;

/// What eight steps of the division make of a remainder.
const fn divided(mut remainder: u32) -> u32 {
    let mut bit = 0;
    while bit < 8 {
        remainder = (remainder >> 1) ^ if remainder & 1 != 0 { POLYNOMIAL } else { 0 };
        bit += 1;
    }
    remainder
}

static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = divided(byte as u32);
        byte += 1;
    }
    table
};

fn step(crc: u32, byte: u8) -> u32 {
    TABLE[usize::from(crc as u8 ^ byte)] ^ (crc >> 8)
}

fn crc32(message: &[u8]) -> u32 {
    !message.iter().fold(!0, |crc, &byte| step(crc, byte))
}

/// The oracle divides bit by bit as on paper: highest power first, the message followed by 32 zeros, its first 32 bits
/// inverted.
fn long_division(message: &[u8]) -> u32 {
    let mut remainder = 0u64;
    for (i, byte) in message.iter().chain(&[0; 4]).enumerate() {
        let byte = if i < 4 { !byte } else { *byte };
        for bit in 0..8 {
            remainder = remainder << 1 | u64::from(byte >> bit & 1);
            if remainder >> 32 != 0 {
                remainder ^= 0x1_04c1_1db7;
            }
        }
    }
    !(remainder as u32).reverse_bits()
}

pub fn add(suite: &mut Suite) {
    suite
        .add("crc32", "compute", &[4096, 262144], random_bytes, |message: &Vec<u8>| crc32(message))
        .reference(|message| long_division(message));
}
