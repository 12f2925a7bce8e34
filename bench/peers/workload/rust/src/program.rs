//! The workload as a whole program. usage: program [CALLS]

use std::hint::black_box;
use std::time::Instant;

fn main() {
    let calls = std::env::args().nth(1).map_or(1500, |text| text.parse().expect("a number of calls"));
    let words = peers::table();
    let start = Instant::now();
    let sum = (0..calls).fold(0_u64, |sum, _| sum.wrapping_add(peers::walk(&words, black_box(peers::TURNS))));
    let elapsed = start.elapsed().as_nanos();
    println!("build: {}\nresult: {sum}\nelapsed_ns: {elapsed}", peers::BUILD);
}
