// The bootstrap of the median, as a C++ programmer would write it: sorting every resample, or counting ranks.
// usage: bootstrap sort|count RESAMPLES REPETITIONS; samples on standard input.
// Prints the interval with 17 digits, then the nanoseconds of every repetition.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static std::uint64_t state;

static std::uint64_t step() {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state *= 2685821657736338717ull;
}

static double quantile(const std::vector<double>& sorted, double f) {
  const double h = f * (sorted.size() - 1);
  const std::size_t lo = std::floor(h), hi = std::ceil(h);
  if (lo == hi) return sorted[lo];
  const double w = h - lo;
  return sorted[lo] * (1 - w) + sorted[hi] * w;
}

static void sorting(const std::vector<double>& samples, std::vector<double>& medians) {
  std::vector<double> drawn(samples.size());
  for (double& median : medians) {
    for (double& one : drawn) one = samples[step() % samples.size()];
    std::sort(drawn.begin(), drawn.end());
    median = quantile(drawn, 0.5);
  }
}

static void counting(const std::vector<double>& samples, std::vector<double>& medians) {
  const std::size_t size = samples.size();
  std::vector<std::uint32_t> order(size), ranks(size), counts(size);
  for (std::size_t i = 0; i < size; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return samples[a] < samples[b]; });
  std::vector<double> sorted(size);
  for (std::size_t rank = 0; rank < size; ++rank) {
    ranks[order[rank]] = rank;
    sorted[rank] = samples[order[rank]];
  }
  const std::size_t lo = (size - 1) / 2, hi = size / 2;
  for (double& median : medians) {
    std::fill(counts.begin(), counts.end(), 0);
    for (std::size_t draw = 0; draw < size; ++draw) ++counts[ranks[step() % size]];
    std::size_t rank = 0, seen = counts[0];
    while (seen <= lo) seen += counts[++rank];
    const double lower = sorted[rank];
    while (seen <= hi) seen += counts[++rank];
    median = lo == hi ? lower : lower * 0.5 + sorted[rank] * 0.5;
  }
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::vector<double> samples;
  for (double value; std::scanf("%lf", &value) == 1;) samples.push_back(value);
  std::vector<double> medians(std::atoi(argv[2]));
  const auto version = std::strcmp(argv[1], "sort") == 0 ? sorting : counting;
  std::vector<long long> times;
  double low = 0, high = 0;
  for (int repetition = 0; repetition < std::atoi(argv[3]); ++repetition) {
    state = 1;
    const auto start = std::chrono::steady_clock::now();
    version(samples, medians);
    std::sort(medians.begin(), medians.end());
    const double alpha = (100 - 95.0) / 100 / 2;
    low = quantile(medians, alpha);
    high = quantile(medians, 1 - alpha);
    times.push_back((std::chrono::steady_clock::now() - start).count());
  }
  std::printf("%.17g %.17g\n", low, high);
  for (const long long ns : times) std::printf("%lld\n", ns);
}
