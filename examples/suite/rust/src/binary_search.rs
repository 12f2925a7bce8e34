//! Looking up a thousand numbers in a sorted table.

use pairgate::{Fingerprint, Hasher, Random, Suite};

#[derive(Clone)]
struct Table {
    sorted: Vec<u32>,
    wanted: Vec<u32>,
}

impl Fingerprint for Table {
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.add(&self.sorted).add(&self.wanted);
    }
}

fn random_table(random: &mut Random, size: u64) -> Table {
    let mut last = 0;
    let mut larger = || {
        last += 1 + random.below(8) as u32;
        last
    };
    let sorted = (0..size).map(|_| larger()).collect();
    let wanted = (0..1000).map(|_| random.below(u64::from(last) + 1) as u32).collect();
    Table { sorted, wanted }
}

fn sum_of_positions(table: &Table) -> u64 {
    table.wanted.iter().map(|&number| table.sorted.partition_point(|&entry| entry < number) as u64).sum()
}

/// The oracle walks once through the table with the wanted numbers in order.
fn merged_positions(table: &Table) -> u64 {
    let mut wanted = table.wanted.clone();
    wanted.sort();
    let mut position = 0;
    let mut walked = |number| {
        while table.sorted[position] < number {
            position += 1;
        }
        position as u64
    };
    wanted.into_iter().map(&mut walked).sum()
}

pub fn add(suite: &mut Suite) {
    suite
        .add("binary_search", "algorithms", &[1000, 100000], random_table, sum_of_positions)
        .reference(merged_positions);
}
