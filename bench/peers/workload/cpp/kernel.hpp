// The one workload that every tool measures: a walk through 256 KiB in an order that each step decides.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

constexpr std::size_t WORDS = 1 << 16;

inline std::uint64_t step(std::uint64_t x) {
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return x;
}

inline std::vector<std::uint32_t> table() {
  std::vector<std::uint32_t> words(WORDS);
  std::uint64_t x = 88172645463325252u;
  for (auto& word : words) word = static_cast<std::uint32_t>((x = step(x)) >> 32);
  return words;
}

// The number of turns is data, not code: every build has the same instructions.
[[gnu::noinline]] inline std::uint64_t walk(const std::vector<std::uint32_t>& words, std::uint64_t turns) {
  std::uint64_t x = 1;
  for (std::uint64_t turn = 0; turn < turns; ++turn) x = step(x + words[x % WORDS]);
  return x;
}
