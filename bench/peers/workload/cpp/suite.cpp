#include <benchmark/benchmark.h>

#include "kernel.hpp"
#include "turns.hpp"

static void call(benchmark::State& state) {
  const auto words = table();
  std::uint64_t turns = TURNS;
  for (auto _ : state) {
    benchmark::DoNotOptimize(turns);
    benchmark::DoNotOptimize(walk(words, turns));
  }
}
BENCHMARK(call);

int main(int argc, char** argv) {
  benchmark::AddCustomContext("build", BUILD);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
