// Benchmarks as a project that uses Google Benchmark already has them: nothing here knows of pairgate.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

template <typename Number>
static std::vector<Number> random_numbers(std::int64_t count) {
  std::mt19937 random(1);
  std::vector<Number> numbers(static_cast<std::size_t>(count));
  for (Number& number : numbers) number = static_cast<Number>(random());
  return numbers;
}

template <typename Number>
static void sum(benchmark::State& state) {
  const auto numbers = random_numbers<Number>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(std::accumulate(numbers.begin(), numbers.end(), Number{0}));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(sum<std::uint32_t>)->Arg(1000)->Arg(10000);
BENCHMARK(sum<double>)->Arg(1000);

static void sort(benchmark::State& state) {
  const auto numbers = random_numbers<std::uint32_t>(state.range(0));
  auto copy = numbers;
  for (auto _ : state) {
    std::copy(numbers.begin(), numbers.end(), copy.begin());
    std::sort(copy.begin(), copy.end());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(sort)->Arg(1000)->Unit(benchmark::kMicrosecond);

static void needs_a_gpu(benchmark::State& state) {
  state.SkipWithError("no GPU here");
  for (auto _ : state) {
  }
}
BENCHMARK(needs_a_gpu);
