/**
 * The program that a machine is examined with: small benchmarks that do the same at both revisions, all but `planted`,
 * which turns its loop PLANT per cent as often, each turn waiting for the last, so that its time is in proportion. A
 * scale is the number of a repetition: the work is the same at all of them.
 */
export function examinationSource(repetitions: number, planted: number): string {
  return `#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "pairgate.hpp"

using Words = std::vector<std::uint64_t>;

static Words words(pairgate::Random& random, std::size_t count, std::uint64_t below) {
  Words all(count);
  for (auto& word : all) word = random.below(below);
  return all;
}

static std::uint64_t chain(std::uint64_t turns) {
  std::uint64_t state = turns;
  for (std::uint64_t turn = 0; turn < turns; ++turn) state = state * 6364136223846793005u + 1442695040888963407u;
  return state;
}

int main(int argc, char** argv) {
  pairgate::Suite suite;
  const std::vector<std::uint64_t> repetitions = {${numbers(repetitions)}};
  suite.add("compute", "same", repetitions,
      [](pairgate::Random&, std::uint64_t) { return std::uint64_t{20000}; },
      [](const std::uint64_t& turns) { return chain(turns); });
  suite.add("memory", "same", repetitions,
      [](pairgate::Random& random, std::uint64_t) { return words(random, 1u << 20, 1u << 20); },
      [](const Words& next) {
        std::uint64_t at = 0;
        for (int step = 0; step < 2000; ++step) at = next[(at + step) & ((1u << 20) - 1)];
        return at;
      });
  suite.add("branches", "same", repetitions,
      [](pairgate::Random& random, std::uint64_t) { return words(random, 1000, 1000000); },
      [](const Words& unsorted) {
        Words sorted = unsorted;
        std::sort(sorted.begin(), sorted.end());
        return sorted[500];
      });
  suite.add("allocation", "same", repetitions,
      [](pairgate::Random& random, std::uint64_t) { return words(random, 500, 200); },
      [](const Words& lengths) {
        std::vector<std::string> texts;
        for (std::uint64_t length : lengths) texts.emplace_back(length, 'x');
        std::uint64_t sum = 0;
        for (const auto& text : texts) sum += text.size();
        return sum;
      });
${planted === 0 ? '' : plantedBenchmark(planted)}  return suite.run(argc, argv);
}
`
}

function plantedBenchmark(repetitions: number): string {
  return `  suite.add("planted", "slower", {${numbers(repetitions)}},
      [](pairgate::Random&, std::uint64_t) { return std::uint64_t{20000}; },
      [](const std::uint64_t& turns) { return chain(turns * PLANT / 100) == 0 ? turns + 1 : turns; });
`
}

function numbers(count: number): string {
  return Array.from({ length: count }, (_, index) => index + 1).join(', ')
}
