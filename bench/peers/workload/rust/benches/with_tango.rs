use std::hint::black_box;

use tango_bench::{benchmark_fn, tango_benchmarks, IntoBenchmarks};

fn benchmarks() -> impl IntoBenchmarks {
    black_box(peers::BUILD);
    [benchmark_fn("call", |b| {
        let words = peers::table();
        b.iter(move || peers::walk(black_box(&words), black_box(peers::TURNS)))
    })]
}

tango_benchmarks!(benchmarks());
