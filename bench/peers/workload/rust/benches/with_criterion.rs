use std::hint::black_box;

use criterion::{criterion_group, criterion_main, Criterion};

fn call(c: &mut Criterion) {
    black_box(peers::BUILD);
    let words = peers::table();
    c.bench_function("call", |b| b.iter(|| peers::walk(black_box(&words), black_box(peers::TURNS))));
}

criterion_group!(benches, call);
criterion_main!(benches);
