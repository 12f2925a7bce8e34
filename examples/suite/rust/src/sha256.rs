//! The SHA-256 of a message, block by block.

use std::fmt::Write;

use pairgate::Suite;

use crate::bytes::random_bytes;

type State = [u32; 8];

const INITIAL: State =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

#[rustfmt::skip]
const ROUND_CONSTANTS: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];

fn compress(state: &mut State, block: &[u8]) {
    let mut w = [0u32; 64];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for t in 16..64 {
        let s0 = w[t - 15].rotate_right(7) ^ w[t - 15].rotate_right(18) ^ (w[t - 15] >> 3);
        let s1 = w[t - 2].rotate_right(17) ^ w[t - 2].rotate_right(19) ^ (w[t - 2] >> 10);
        w[t] = w[t - 16].wrapping_add(s0).wrapping_add(w[t - 7]).wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (constant, word) in ROUND_CONSTANTS.iter().zip(w) {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let choice = (e & f) ^ (!e & g);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let sum = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(*constant).wrapping_add(word);
        (h, g, f, e) = (g, f, e, d.wrapping_add(sum));
        (d, c, b, a) = (c, b, a, sum.wrapping_add(s0).wrapping_add(majority));
    }
    for (old, mixed) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *old = old.wrapping_add(mixed);
    }
}

fn hexadecimal(state: &State) -> String {
    let mut text = String::with_capacity(64);
    for word in state {
        write!(text, "{word:08x}").expect("writing to a String does not fail");
    }
    text
}

fn sha256(message: &[u8]) -> String {
    let mut state = INITIAL;
    let blocks = message.chunks_exact(64);
    let left = blocks.remainder();
    blocks.for_each(|block| compress(&mut state, block));

    // What is left over, a one, zeros, and the length in bits: one block or two.
    let mut rest = [0; 128];
    let end = if left.len() < 56 { 64 } else { 128 };
    rest[..left.len()].copy_from_slice(left);
    rest[left.len()] = 0x80;
    rest[end - 8..end].copy_from_slice(&(message.len() as u64 * 8).to_be_bytes());
    rest[..end].chunks_exact(64).for_each(|block| compress(&mut state, block));
    hexadecimal(&state)
}

/// The first 32 bits behind the point.
fn fraction(root: f64) -> u32 {
    (root.fract() * 2f64.powi(32)) as u32
}

/// The oracle goes by the definition: constants from roots of the first primes, rotations as multiplications, and a
/// schedule and a working state that are never overwritten.
fn defined(message: &[u8]) -> String {
    let prime = |n: &u32| (2..*n).all(|d| n % d != 0);
    let primes: Vec<f64> = (2..).filter(prime).take(64).map(f64::from).collect();
    let mut hash: Vec<u32> = primes[..8].iter().map(|prime| fraction(prime.sqrt())).collect();

    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((message.len() as u64 * 8).to_be_bytes());

    let turn = |word: u32, bits: u32| ((u64::from(word) * 0x1_0000_0001) >> bits) as u32;
    let sum = |terms: &[u32]| terms.iter().fold(0u32, |sum, term| sum.wrapping_add(*term));
    for block in padded.chunks(64) {
        let mut w: Vec<u32> =
            block.chunks(4).map(|word| word.iter().fold(0, |word, byte| word * 256 + u32::from(*byte))).collect();
        // After round t, the eight words of the state are a[t + 4], … a[t + 1] and e[t + 4], … e[t + 1].
        let mut a: Vec<u32> = hash[..4].iter().rev().copied().collect();
        let mut e: Vec<u32> = hash[4..].iter().rev().copied().collect();
        for t in 0..64 {
            if t >= 16 {
                let (x, y) = (w[t - 15], w[t - 2]);
                let (x, y) = (turn(x, 7) ^ turn(x, 18) ^ (x >> 3), turn(y, 17) ^ turn(y, 19) ^ (y >> 10));
                w.push(sum(&[y, w[t - 7], x, w[t - 16]]));
            }
            let choice = (e[t + 3] & e[t + 2]) | (!e[t + 3] & e[t + 1]);
            let majority = (a[t + 3] & (a[t + 2] | a[t + 1])) | (a[t + 2] & a[t + 1]);
            let turned_e = turn(e[t + 3], 6) ^ turn(e[t + 3], 11) ^ turn(e[t + 3], 25);
            let turned_a = turn(a[t + 3], 2) ^ turn(a[t + 3], 13) ^ turn(a[t + 3], 22);
            let first = sum(&[e[t], turned_e, choice, fraction(primes[t].cbrt()), w[t]]);
            e.push(a[t].wrapping_add(first));
            a.push(sum(&[first, turned_a, majority]));
        }
        for i in 0..4 {
            hash[i] = hash[i].wrapping_add(a[67 - i]);
            hash[4 + i] = hash[4 + i].wrapping_add(e[67 - i]);
        }
    }
    hash.iter().map(|word| format!("{word:08x}")).collect()
}

pub fn add(suite: &mut Suite) {
    suite
        .add("sha256", "compute", &[1024, 65536], random_bytes, |message: &Vec<u8>| sha256(message))
        .reference(|message| defined(message));
}
