#include "suite.hpp"

int main(int argc, char** argv) {
  pairgate::Suite suite;
  suite::add_binary_search(suite);
  suite::add_edit_distance(suite);
  suite::add_graph_bfs(suite);
  suite::add_sort(suite);
  suite::add_csv_parse(suite);
  suite::add_hashmap_insert_lookup(suite);
  suite::add_large_buffer_copy(suite);
  suite::add_crc32(suite);
  suite::add_dead_code_elimination(suite);
  suite::add_matrix_multiply(suite);
  suite::add_modular_sum(suite);
  suite::add_sha256(suite);
  return suite.run(argc, argv);
}
