// The workload as a whole program. usage: program [CALLS]
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "kernel.hpp"
#include "turns.hpp"

int main(int argc, char** argv) {
  const long calls = argc > 1 ? std::atol(argv[1]) : 1500;
  const auto words = table();
  volatile std::uint64_t turns = TURNS;
  std::uint64_t sum = 0;
  const auto start = std::chrono::steady_clock::now();
  for (long call = 0; call < calls; ++call) sum += walk(words, turns);
  const std::chrono::nanoseconds elapsed = std::chrono::steady_clock::now() - start;
  std::printf("build: %s\nresult: %llu\nelapsed_ns: %lld\n", BUILD, static_cast<unsigned long long>(sum),
              static_cast<long long>(elapsed.count()));
}
