//! The product of two square matrices in rows, in the order i, k, j, which reads memory forwards.

use pairgate::{Fingerprint, Hasher, Random, Suite};

/// The output is left · (a b) · right: it depends on every element of the product.
#[derive(Clone)]
struct Matrices {
    size: usize,
    a: Vec<f64>,
    b: Vec<f64>,
    left: Vec<f64>,
    right: Vec<f64>,
}

impl Fingerprint for Matrices {
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.add(&self.a).add(&self.b).add(&self.left).add(&self.right);
    }
}

fn random_matrices(random: &mut Random, size: u64) -> Matrices {
    let mut numbers = |count| -> Vec<f64> { (0..count).map(|_| random.unit()).collect() };
    Matrices {
        size: size as usize,
        a: numbers(size * size),
        b: numbers(size * size),
        left: numbers(size),
        right: numbers(size),
    }
}

fn product(m: &Matrices) -> Vec<f64> {
    let mut c = vec![0.0; m.size * m.size];
    for (c_row, a_row) in c.chunks_exact_mut(m.size).zip(m.a.chunks_exact(m.size)) {
        for (&factor, b_row) in a_row.iter().zip(m.b.chunks_exact(m.size)) {
            for (sum, &number) in c_row.iter_mut().zip(b_row) {
                *sum += factor * number;
            }
        }
    }
    c
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn weighed_product(m: &Matrices) -> f64 {
    m.left.iter().zip(product(m).chunks_exact(m.size)).map(|(weight, row)| weight * dot(&m.right, row)).sum()
}

/// The oracle is Freivalds': the same number as (left · a) · (b · right), without a product of matrices.
fn weighed_factors(m: &Matrices) -> f64 {
    let column = |k| (0..m.size).map(|i| m.left[i] * m.a[i * m.size + k]).sum::<f64>();
    m.b.chunks_exact(m.size).enumerate().map(|(k, row)| column(k) * dot(&m.right, row)).sum()
}

pub fn add(suite: &mut Suite) {
    suite
        .add("matrix_multiply", "compute", &[32, 128], random_matrices, weighed_product)
        .reference(weighed_factors)
        .tolerance(1e-12);
}
