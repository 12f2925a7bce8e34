//! Filling a hash map and looking up as many keys, about half of which are there.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use pairgate::{Fingerprint, Random, Suite};

#[derive(Clone)]
struct Keys {
    inserted: Vec<u64>,
    wanted: Vec<u64>,
}

impl Fingerprint for Keys {
    fn fingerprint(&self, hasher: &mut pairgate::Hasher) {
        hasher.add(&self.inserted).add(&self.wanted);
    }
}

fn random_keys(random: &mut Random, count: u64) -> Keys {
    let inserted: Vec<u64> = (0..count).map(|_| random.next()).collect();
    let mut draw = || {
        let present = random.below(2) == 0;
        if present {
            inserted[random.below(count) as usize]
        } else {
            random.next()
        }
    };
    let wanted = (0..count).map(|_| draw()).collect();
    Keys { inserted, wanted }
}

/// The same in every process; the standard one draws a new key in each, and every observation is a process.
#[derive(Default)]
struct Multiplied(u64);

impl Hasher for Multiplied {
    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("all keys are u64")
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The sum of the places at which the wanted keys were inserted last.
fn sum_of_found(keys: &Keys) -> u64 {
    let mut map: HashMap<u64, u64, BuildHasherDefault<Multiplied>> = HashMap::default();
    for (place, &key) in (1..).zip(&keys.inserted) {
        map.insert(key, place);
    }
    keys.wanted.iter().filter_map(|key| map.get(key)).sum()
}

/// The oracle keeps the keys in order.
fn sum_of_ordered(keys: &Keys) -> u64 {
    let map: BTreeMap<u64, u64> = keys.inserted.iter().copied().zip(1..).collect();
    keys.wanted.iter().filter_map(|key| map.get(key)).sum()
}

pub fn add(suite: &mut Suite) {
    suite
        .add("hashmap_insert_lookup", "data structures", &[1000, 20000], random_keys, sum_of_found)
        .reference(sum_of_ordered);
}
