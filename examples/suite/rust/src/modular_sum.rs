//! A sum of remainders. With link-time optimisation the division by `divisor()` becomes a multiplication; without it stays.

use divisor::divisor;
use pairgate::{Fingerprint, Hasher, Random, Suite};

/// `remainders` is their sum, known from when the dividends were made; it is the oracle.
#[derive(Clone, Default)]
struct Dividends {
    values: Vec<u64>,
    remainders: u64,
}

impl Fingerprint for Dividends {
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.add(&self.values).add(&self.remainders);
    }
}

fn random_dividends(random: &mut Random, count: u64) -> Dividends {
    let mut dividends = Dividends::default();
    for _ in 0..count {
        let quotient = random.below(1 << 40);
        let remainder = random.below(divisor());
        dividends.values.push(quotient * divisor() + remainder);
        dividends.remainders += remainder;
    }
    dividends
}

fn modular_sum(dividends: &Dividends) -> u64 {
    let divisor = divisor();
    dividends.values.iter().map(|value| value % divisor).sum()
}

pub fn add(suite: &mut Suite) {
    suite
        .add("modular_sum", "compute", &[1000, 50000], random_dividends, modular_sum)
        .reference(|dividends: &Dividends| dividends.remainders);
}
