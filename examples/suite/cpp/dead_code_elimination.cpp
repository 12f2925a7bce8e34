// Work whose result nobody uses: the optimiser deletes it, and the gate must say so instead of comparing nothing.
#include <cstdint>
#include <vector>

#include "suite.hpp"

void suite::add_dead_code_elimination(pairgate::Suite& suite) {
  suite
      .add("dead_code_elimination", "compute", {100, 10000},
           [](pairgate::Random& random, std::uint64_t count) {
             std::vector<std::uint64_t> numbers(count);
             for (std::uint64_t& number : numbers) number = random.next();
             return numbers;
           },
           [](const std::vector<std::uint64_t>& numbers) {
             std::uint64_t sum = 0;
             for (const std::uint64_t number : numbers) sum += number * number;
             static_cast<void>(sum);
             return std::uint64_t{0};
           })
      .reference([](const std::vector<std::uint64_t>&) { return 0; });
}
