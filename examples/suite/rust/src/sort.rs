//! Sorting random numbers in place; the copies to sort are made outside the timed region.

use pairgate::{Random, Suite};

const BOUND: u32 = 1_000_000;

/// Depends on every number's place.
fn checksum(numbers: &[u32]) -> u64 {
    (1..).zip(numbers).map(|(place, &number)| place * u64::from(number)).sum()
}

fn sorted_checksum(numbers: &mut [u32]) -> u64 {
    numbers.sort_unstable();
    checksum(numbers)
}

/// The oracle counts how often each value occurs.
fn counted_checksum(numbers: &[u32]) -> u64 {
    let mut counts = vec![0; BOUND as usize];
    for &number in numbers {
        counts[number as usize] += 1;
    }
    let sorted: Vec<u32> =
        (0..BOUND).zip(counts).flat_map(|(value, count)| std::iter::repeat(value).take(count)).collect();
    checksum(&sorted)
}

pub fn add(suite: &mut Suite) {
    let make = |random: &mut Random, count| -> Vec<u32> {
        (0..count).map(|_| random.below(u64::from(BOUND)) as u32).collect()
    };
    suite
        .add_in_place("sort", "algorithms", &[1000, 30000], make, |numbers: &mut Vec<u32>| sorted_checksum(numbers))
        .reference(|numbers| counted_checksum(numbers));
}
