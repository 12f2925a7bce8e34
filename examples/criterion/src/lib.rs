//! What is measured.

pub fn sum(numbers: &[u32]) -> u64 {
    numbers.iter().map(|&number| u64::from(number)).sum()
}

pub fn sorted(numbers: &[u32]) -> Vec<u32> {
    let mut copy = numbers.to_vec();
    copy.sort_unstable();
    copy
}
