use crate::fingerprint::{fnv_1a, FNV_OFFSET};

/// The generator of fixtures, equal in every language: a xorshift step whose multiplied value is the next state.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that starts from `seed`; 0 is replaced by 88172645463393265.
    pub fn new(seed: u64) -> Random {
        Random { state: if seed == 0 { 88172645463393265 } else { seed } }
    }

    /// The generator for one benchmark at one scale: the data seed xor the FNV-1a hash of `name/scale`.
    pub fn for_fixture(data_seed: u64, name: &str, scale: u64) -> Random {
        Random::new(data_seed ^ fnv_1a(FNV_OFFSET, format!("{name}/{scale}").as_bytes()))
    }

    /// The next state, which is also the number drawn.
    #[allow(clippy::should_implement_trait)] // the name that every language's library has
    pub fn next(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state = self.state.wrapping_mul(2685821657736338717);
        self.state
    }

    /// `next()` modulo `bound`, which must be positive.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "Random::below(0): there is no number below zero");
        self.next() % bound
    }

    /// The upper 53 bits of `next()` as a number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_first_states_after_seed_0_are_the_golden_ones() {
        let mut random = Random::new(0);
        assert_eq!([random.next(), random.next()], [16777170819322728739, 8197829285675025171]);
    }

    #[test]
    fn the_state_after_200_000_steps_from_seed_1_is_the_golden_one() {
        let mut random = Random::new(1);
        for _ in 1..200_000 {
            random.next();
        }
        assert_eq!(random.next(), 15597278321571891105);
    }

    #[test]
    fn unit_is_the_upper_53_bits_of_the_state() {
        let unit = Random::new(1).unit();
        assert_eq!(unit, (5180492295206395165u64 >> 11) as f64 * 2f64.powi(-53));
        assert!((0.0..1.0).contains(&unit));
    }

    #[test]
    fn each_benchmark_and_scale_draws_from_a_stream_of_its_own() {
        let first = |name, scale| Random::for_fixture(1, name, scale).next();
        assert_ne!(first("sort", 10), first("sort", 11));
        assert_ne!(first("sort", 10), first("sorted", 10));
    }
}
