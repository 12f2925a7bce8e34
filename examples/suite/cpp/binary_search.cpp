// Looking up a thousand numbers in a sorted table.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite.hpp"

namespace {

struct Table {
  std::vector<std::uint32_t> sorted;
  std::vector<std::uint32_t> wanted;

  void fingerprint(pairgate::Fingerprint& f) const { f.add(sorted).add(wanted); }
};

Table random_table(pairgate::Random& random, std::uint64_t size) {
  Table table;
  std::uint32_t last = 0;
  for (std::uint64_t i = 0; i < size; ++i) table.sorted.push_back(last += 1 + static_cast<std::uint32_t>(random.below(8)));
  for (int i = 0; i < 1000; ++i) table.wanted.push_back(static_cast<std::uint32_t>(random.below(last + 1)));
  return table;
}

// Without a branch: half of those of std::lower_bound are mispredicted, and what that costs depends on where the code lies.
std::uint64_t position_of(const std::vector<std::uint32_t>& sorted, std::uint32_t number) {
  std::size_t first = 0;
  std::size_t size = sorted.size();
  while (size > 1) {
    const std::size_t half = size / 2;
    first += half * static_cast<std::size_t>(sorted[first + half - 1] < number);
    size -= half;
  }
  return first + static_cast<std::uint64_t>(sorted[first] < number);
}

std::uint64_t sum_of_positions(const Table& table) {
  std::uint64_t sum = 0;
  for (const std::uint32_t number : table.wanted) sum += position_of(table.sorted, number);
  return sum;
}

// The oracle walks once through the table with the wanted numbers in order.
std::uint64_t merged_positions(const Table& table) {
  std::vector<std::uint32_t> wanted = table.wanted;
  std::sort(wanted.begin(), wanted.end());
  std::uint64_t position = 0;
  std::uint64_t sum = 0;
  for (const std::uint32_t number : wanted) {
    while (table.sorted[position] < number) ++position;
    sum += position;
  }
  return sum;
}

}  // namespace

void suite::add_binary_search(pairgate::Suite& suite) {
  suite
      .add("binary_search", "algorithms", {1000, 100000}, random_table,
           [](const Table& table) { return sum_of_positions(table); })
      .reference(merged_positions);
}
