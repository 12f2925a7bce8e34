// The SHA-256 of a message, block by block.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "suite.hpp"

namespace {

using Message = std::vector<std::uint8_t>;
using State = std::array<std::uint32_t, 8>;

constexpr State initial = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

constexpr std::uint32_t rotated(std::uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

std::uint32_t big_endian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

void compress(State& state, const std::uint8_t* block) {
  std::array<std::uint32_t, 64> w;
  for (int t = 0; t < 16; ++t) w[t] = big_endian(block + 4 * t);
  for (int t = 16; t < 64; ++t) {
    const std::uint32_t s0 = rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ w[t - 15] >> 3;
    const std::uint32_t s1 = rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (int t = 0; t < 64; ++t) {
    const std::uint32_t s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const std::uint32_t s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const std::uint32_t choice = (e & f) ^ (~e & g);
    const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    const std::uint32_t sum = h + s1 + choice + round_constants[t] + w[t];
    h = g, g = f, f = e, e = d + sum, d = c, c = b, b = a, a = sum + s0 + majority;
  }
  const State mixed = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) state[i] += mixed[i];
}

std::string hexadecimal(const State& state) {
  char text[65];
  for (int i = 0; i < 8; ++i) std::snprintf(text + 8 * i, 9, "%08x", state[i]);
  return text;
}

std::string sha256(const Message& message) {
  State state = initial;
  const std::size_t whole = message.size() / 64 * 64;
  for (std::size_t at = 0; at < whole; at += 64) compress(state, &message[at]);

  // What is left over, a one, zeros, and the length in bits: one block or two.
  std::array<std::uint8_t, 128> rest{};
  const std::size_t left = message.size() - whole;
  const std::size_t end = left < 56 ? 64 : 128;
  if (left > 0) std::memcpy(rest.data(), &message[whole], left);
  rest[left] = 0x80;
  for (int i = 0; i < 8; ++i) rest[end - 1 - i] = static_cast<std::uint8_t>(message.size() * 8 >> 8 * i);
  for (std::size_t at = 0; at < end; at += 64) compress(state, &rest[at]);
  return hexadecimal(state);
}

// The first 32 bits behind the point.
std::uint32_t fraction(double root) { return static_cast<std::uint32_t>((root - std::floor(root)) * 0x1p32); }

// The oracle goes by the definition: constants from roots of the first primes, words as sums of their bits' functions over
// a schedule and a working state that are never overwritten.
std::string defined(Message message) {
  std::vector<std::uint32_t> primes;
  for (std::uint32_t n = 2; primes.size() < 64; ++n) {
    bool prime = true;
    for (const std::uint32_t p : primes) prime = prime && n % p != 0;
    if (prime) primes.push_back(n);
  }
  State hash;
  for (int i = 0; i < 8; ++i) hash[i] = fraction(std::sqrt(primes[i]));

  const std::uint64_t bits = message.size() * 8;
  message.push_back(0x80);
  while (message.size() % 64 != 56) message.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8) message.push_back(static_cast<std::uint8_t>(bits >> shift));

  const auto turn = [](std::uint32_t word, int bits) { return static_cast<std::uint32_t>((word * 0x100000001u) >> bits); };
  for (std::size_t block = 0; block < message.size(); block += 64) {
    std::vector<std::uint32_t> w(64);
    // After round t, the eight words of the state are a[t + 4] … a[t + 1] and e[t + 4] … e[t + 1].
    std::vector<std::uint32_t> a = {hash[3], hash[2], hash[1], hash[0]};
    std::vector<std::uint32_t> e = {hash[7], hash[6], hash[5], hash[4]};
    for (int t = 0; t < 64; ++t) {
      if (t < 16) {
        for (int i = 0; i < 4; ++i) w[t] = w[t] * 256 + message[block + 4 * t + i];
      } else {
        const std::uint32_t x = w[t - 15], y = w[t - 2];
        w[t] = (turn(y, 17) ^ turn(y, 19) ^ y >> 10) + w[t - 7] + (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[t - 16];
      }
      const std::uint32_t choice = (e[t + 3] & e[t + 2]) | (~e[t + 3] & e[t + 1]);
      const std::uint32_t majority = (a[t + 3] & (a[t + 2] | a[t + 1])) | (a[t + 2] & a[t + 1]);
      const std::uint32_t first = e[t] + (turn(e[t + 3], 6) ^ turn(e[t + 3], 11) ^ turn(e[t + 3], 25)) + choice +
                                  fraction(std::cbrt(primes[t])) + w[t];
      e.push_back(a[t] + first);
      a.push_back(first + (turn(a[t + 3], 2) ^ turn(a[t + 3], 13) ^ turn(a[t + 3], 22)) + majority);
    }
    for (int i = 0; i < 4; ++i) hash[i] += a[67 - i], hash[4 + i] += e[67 - i];
  }
  return hexadecimal(hash);
}

}  // namespace

void suite::add_sha256(pairgate::Suite& suite) {
  suite.add("sha256", "compute", {1024, 65536}, random_bytes, [](const Message& message) { return sha256(message); })
      .reference(defined);
}
