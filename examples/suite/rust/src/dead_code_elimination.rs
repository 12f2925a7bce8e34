//! Work whose result nobody uses: the optimiser deletes it, and the gate must say so instead of comparing nothing.

use pairgate::{Random, Suite};

fn unused_sum_of_squares(numbers: &[u64]) -> u64 {
    let _unused = numbers.iter().fold(0u64, |sum, &number| sum.wrapping_add(number.wrapping_mul(number)));
    0
}

pub fn add(suite: &mut Suite) {
    let make = |random: &mut Random, count| -> Vec<u64> { (0..count).map(|_| random.next()).collect() };
    suite
        .add("dead_code_elimination", "compute", &[100, 10000], make, |numbers: &Vec<u64>| {
            unused_sum_of_squares(numbers)
        })
        .reference(|_| 0);
}
