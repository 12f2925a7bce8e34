//! Benchmarks as a crate that uses Criterion already has them: nothing here knows of pairgate.

use std::hint::black_box;

use criterion::{criterion_group, criterion_main, BenchmarkId, Criterion, Throughput};

fn numbers(count: usize) -> Vec<u32> {
    let mut state = 1_u32;
    let next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    std::iter::repeat_with(next).take(count).collect()
}

fn sums(c: &mut Criterion) {
    let mut group = c.benchmark_group("sum");
    for count in [1000, 10_000] {
        let numbers = numbers(count);
        group.throughput(Throughput::Elements(count as u64));
        group.bench_with_input(BenchmarkId::new("iterator", count), &numbers, |b, numbers| {
            b.iter(|| speed::sum(black_box(numbers)))
        });
    }
    group.finish();
}

fn sort(c: &mut Criterion) {
    let numbers = numbers(1000);
    c.bench_function("sort <u32>|1000", |b| b.iter(|| speed::sorted(black_box(&numbers))));
}

criterion_group!(benches, sums, sort);
criterion_main!(benches);
