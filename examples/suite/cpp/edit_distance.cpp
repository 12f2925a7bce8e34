// The Levenshtein distance of two strands, row by row of the dynamic programme.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "suite.hpp"

namespace {

struct Strands {
  std::string first;
  std::string second;

  void fingerprint(pairgate::Fingerprint& f) const { f.add(first).add(second); }
};

std::string random_strand(pairgate::Random& random, std::uint64_t length) {
  std::string strand(length, ' ');
  for (char& base : strand) base = "acgt"[random.below(4)];
  return strand;
}

using Row = std::vector<std::uint32_t>;

// From the distances of a prefix of the first strand to all prefixes of the second: those of the prefix that `base` extends.
void next_row(const Row& above, char base, const std::string& second, Row& row) {
  std::uint32_t left = row[0] = above[0] + 1;
  for (std::size_t j = 0; j < second.size(); ++j) {
    const std::uint32_t substituted = above[j] + (second[j] == base ? 0 : 1);
    left = row[j + 1] = std::min(substituted, std::min(above[j + 1], left) + 1);
  }
}

std::uint64_t edit_distance(const Strands& strands) {
  Row above(strands.second.size() + 1);
  Row row(above.size());
  std::iota(above.begin(), above.end(), 0u);
  for (const char base : strands.first) {
    next_row(above, base, strands.second, row);
    above.swap(row);
  }
  return above.back();
}

// The oracle goes by the number of edits: how far down each diagonal can they lead?
std::uint64_t fewest_edits(const Strands& strands) {
  const auto rows = static_cast<std::int64_t>(strands.first.size());
  const auto columns = static_cast<std::int64_t>(strands.second.size());
  const auto at = [&](std::int64_t diagonal) { return static_cast<std::size_t>(rows + 1 + diagonal); };
  std::vector<std::int64_t> reached(strands.first.size() + strands.second.size() + 3, std::numeric_limits<std::int64_t>::min() / 2);
  reached[at(0)] = -1;
  for (std::int64_t edits = 0;; ++edits) {
    const std::vector<std::int64_t> before = reached;
    for (std::int64_t d = std::max(-rows, -edits); d <= std::min(columns, edits); ++d) {
      std::int64_t i = std::max({before[at(d - 1)], before[at(d)] + 1, before[at(d + 1)] + 1});
      i = std::min({i, rows, columns - d});
      while (i < rows && i + d < columns && strands.first[i] == strands.second[i + d]) ++i;
      reached[at(d)] = i;
    }
    if (reached[at(columns - rows)] == rows) return static_cast<std::uint64_t>(edits);
  }
}

}  // namespace

void suite::add_edit_distance(pairgate::Suite& suite) {
  suite
      .add("edit_distance", "algorithms", {64, 400},
           [](pairgate::Random& random, std::uint64_t length) {
             return Strands{random_strand(random, length), random_strand(random, length)};
           },
           [](const Strands& strands) { return edit_distance(strands); })
      .reference(fewest_edits);
}
