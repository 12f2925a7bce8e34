//! The Levenshtein distance of two strands, row by row of the dynamic programme.

use pairgate::{Fingerprint, Hasher, Random, Suite};

#[derive(Clone)]
struct Strands {
    first: Vec<u8>,
    second: Vec<u8>,
}

impl Fingerprint for Strands {
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.add(&self.first).add(&self.second);
    }
}

fn random_strand(random: &mut Random, length: u64) -> Vec<u8> {
    (0..length).map(|_| b"acgt"[random.below(4) as usize]).collect()
}

/// From the distances of a prefix of the first strand to all prefixes of the second: those of the prefix that `base`
/// extends.
fn next_row(above: &[u32], base: u8, second: &[u8], row: &mut [u32]) {
    let mut left = above[0] + 1;
    row[0] = left;
    for ((&other, pair), cell) in second.iter().zip(above.windows(2)).zip(&mut row[1..]) {
        let substituted = pair[0] + u32::from(other != base);
        left = substituted.min(pair[1].min(left) + 1);
        *cell = left;
    }
}

fn edit_distance(strands: &Strands) -> u32 {
    let mut above: Vec<u32> = (0..=strands.second.len() as u32).collect();
    let mut row = vec![0; above.len()];
    for &base in &strands.first {
        next_row(&above, base, &strands.second, &mut row);
        std::mem::swap(&mut above, &mut row);
    }
    above[strands.second.len()]
}

/// The oracle goes by the number of edits: how far down each diagonal can they lead?
fn fewest_edits(strands: &Strands) -> u32 {
    let (rows, columns) = (strands.first.len() as i64, strands.second.len() as i64);
    let at = |diagonal: i64| (rows + 1 + diagonal) as usize;
    let mut reached = vec![i64::MIN / 2; (rows + columns + 3) as usize];
    reached[at(0)] = -1;
    for edits in 0.. {
        let before = reached.clone();
        for d in (-rows).max(-edits)..=columns.min(edits) {
            let mut i = before[at(d - 1)].max(before[at(d)] + 1).max(before[at(d + 1)] + 1);
            i = i.min(rows).min(columns - d);
            while i < rows && i + d < columns && strands.first[i as usize] == strands.second[(i + d) as usize] {
                i += 1;
            }
            reached[at(d)] = i;
        }
        if reached[at(columns - rows)] == rows {
            return edits as u32;
        }
    }
    unreachable!("replacing everything is enough")
}

pub fn add(suite: &mut Suite) {
    let make = |random: &mut Random, length| Strands {
        first: random_strand(random, length),
        second: random_strand(random, length),
    };
    suite.add("edit_distance", "algorithms", &[64, 400], make, edit_distance).reference(fewest_edits);
}
