//! The benchmarks of the suite, one module each; the C++ arm has the same ones under the same names.

mod binary_search;
mod bytes;
mod crc32;
mod csv_parse;
mod dead_code_elimination;
mod edit_distance;
mod graph_bfs;
mod hashmap_insert_lookup;
mod large_buffer_copy;
mod matrix_multiply;
mod modular_sum;
mod sha256;
mod sort;

fn main() {
    let mut suite = pairgate::Suite::new();
    binary_search::add(&mut suite);
    edit_distance::add(&mut suite);
    graph_bfs::add(&mut suite);
    sort::add(&mut suite);
    csv_parse::add(&mut suite);
    hashmap_insert_lookup::add(&mut suite);
    large_buffer_copy::add(&mut suite);
    crc32::add(&mut suite);
    dead_code_elimination::add(&mut suite);
    matrix_multiply::add(&mut suite);
    modular_sum::add(&mut suite);
    sha256::add(&mut suite);
    suite.run();
}
