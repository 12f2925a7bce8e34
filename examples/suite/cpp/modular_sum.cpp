// A sum of remainders. With link-time optimisation the division by `divisor` becomes a multiplication; without it stays.
#include <cstdint>
#include <vector>

#include "divisor.hpp"
#include "suite.hpp"

namespace {

// `remainders` is their sum, known from when the dividends were made; it is the oracle.
struct Dividends {
  std::vector<std::uint64_t> values;
  std::uint64_t remainders = 0;

  void fingerprint(pairgate::Fingerprint& f) const { f.add(values).add(remainders); }
};

Dividends random_dividends(pairgate::Random& random, std::uint64_t count) {
  Dividends dividends;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t quotient = random.below(std::uint64_t{1} << 40);
    const std::uint64_t remainder = random.below(suite::divisor);
    dividends.values.push_back(quotient * suite::divisor + remainder);
    dividends.remainders += remainder;
  }
  return dividends;
}

std::uint64_t modular_sum(const std::vector<std::uint64_t>& values) {
  std::uint64_t sum = 0;
  for (const std::uint64_t value : values) sum += value % suite::divisor;
  return sum;
}

}  // namespace

void suite::add_modular_sum(pairgate::Suite& suite) {
  suite
      .add("modular_sum", "compute", {1000, 50000}, random_dividends,
           [](const Dividends& dividends) { return modular_sum(dividends.values); })
      .reference([](const Dividends& dividends) { return dividends.remainders; });
}
