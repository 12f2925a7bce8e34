// The benchmarks of the suite, one source file each. A body is a lambda, never a function's name: each lambda has a type
// of its own, so that each timed loop is compiled for one benchmark alone.
#pragma once

#include <cstdint>
#include <vector>

#include <pairgate.hpp>

namespace suite {

void add_binary_search(pairgate::Suite& suite);
void add_crc32(pairgate::Suite& suite);
void add_csv_parse(pairgate::Suite& suite);
void add_dead_code_elimination(pairgate::Suite& suite);
void add_edit_distance(pairgate::Suite& suite);
void add_graph_bfs(pairgate::Suite& suite);
void add_hashmap_insert_lookup(pairgate::Suite& suite);
void add_large_buffer_copy(pairgate::Suite& suite);
void add_matrix_multiply(pairgate::Suite& suite);
void add_modular_sum(pairgate::Suite& suite);
void add_sha256(pairgate::Suite& suite);
void add_sort(pairgate::Suite& suite);

// Random bytes, eight from each draw, lowest first.
inline std::vector<std::uint8_t> random_bytes(pairgate::Random& random, std::uint64_t length) {
  std::vector<std::uint8_t> bytes(length);
  std::uint64_t drawn = 0;
  for (std::uint64_t i = 0; i < length; ++i) {
    drawn = i % 8 == 0 ? random.next() : drawn >> 8;
    bytes[i] = static_cast<std::uint8_t>(drawn);
  }
  return bytes;
}

}  // namespace suite
