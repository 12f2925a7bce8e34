//! The one workload that every tool measures: a walk through 256 KiB in an order that each step decides.

mod turns;

pub use turns::{BUILD, TURNS};

const WORDS: usize = 1 << 16;

fn step(mut x: u64) -> u64 {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    x
}

pub fn table() -> Vec<u32> {
    let mut x = 88172645463325252;
    let next = || {
        x = step(x);
        (x >> 32) as u32
    };
    std::iter::repeat_with(next).take(WORDS).collect()
}

/// The number of turns is data, not code: every build has the same instructions.
#[inline(never)]
pub fn walk(words: &[u32], turns: u64) -> u64 {
    (0..turns).fold(1, |x: u64, _| step(x.wrapping_add(words[x as usize % WORDS].into())))
}
