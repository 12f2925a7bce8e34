// Sorting random numbers in place; the copies to sort are made outside the timed region.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "suite.hpp"

namespace {

constexpr std::uint32_t bound = 1'000'000;

using Numbers = std::vector<std::uint32_t>;

// Depends on every number's place.
std::uint64_t checksum(const Numbers& numbers) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) sum += (i + 1) * numbers[i];
  return sum;
}

// The oracle counts how often each value occurs.
std::uint64_t counted_checksum(const Numbers& numbers) {
  std::vector<std::uint32_t> counts(bound);
  for (const std::uint32_t number : numbers) ++counts[number];
  Numbers sorted;
  for (std::uint32_t value = 0; value < bound; ++value) sorted.insert(sorted.end(), counts[value], value);
  return checksum(sorted);
}

}  // namespace

void suite::add_sort(pairgate::Suite& suite) {
  suite
      .add_in_place("sort", "algorithms", {1000, 30000},
                    [](pairgate::Random& random, std::uint64_t count) {
                      Numbers numbers(count);
                      for (std::uint32_t& number : numbers) number = static_cast<std::uint32_t>(random.below(bound));
                      return numbers;
                    },
                    [](Numbers& numbers) {
                      std::sort(numbers.begin(), numbers.end());
                      return checksum(numbers);
                    })
      .reference(counted_checksum);
}
