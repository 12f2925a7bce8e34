// A program that runs one workload in a process, times it itself and tells its result: the oldest harness there is.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

// The primes below `limit`, counted.
static std::uint64_t count_primes(std::size_t limit) {
  std::vector<bool> composite(limit);
  std::uint64_t count = 0;
  for (std::size_t number = 2; number < limit; ++number) {
    if (composite[number]) continue;
    ++count;
    for (std::size_t multiple = 2 * number; multiple < limit; multiple += number) composite[multiple] = true;
  }
  return count;
}

int main(int argc, char** argv) {
  const char* workload = argc == 2 ? argv[1] : "";
  std::size_t limit = 0;
  if (std::strcmp(workload, "primes/100000") == 0) limit = 100000;
  if (std::strcmp(workload, "primes/1000000") == 0) limit = 1000000;
  if (limit == 0) {
    std::fprintf(stderr, "no workload %s\n", workload);
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t result = count_primes(limit);
  const auto elapsed = std::chrono::steady_clock::now() - start;
  std::printf("result: %llu\n", static_cast<unsigned long long>(result));
  std::printf("elapsed_ns: %lld\n",
              static_cast<long long>(std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count()));
}
