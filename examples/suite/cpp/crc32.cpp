// The CRC-32 of zip and Ethernet, a byte a step through a table.
#include <array>
#include <cstdint>
#include <vector>

#include "suite.hpp"

namespace {

constexpr std::uint32_t polynomial = 0xedb88320;

// What eight steps of the division make of a remainder.
constexpr std::uint32_t divided(std::uint32_t remainder) {
  for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? polynomial : 0);
  return remainder;
}

constexpr std::array<std::uint32_t, 256> table = [] {
  std::array<std::uint32_t, 256> result{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) result[byte] = divided(byte);
  return result;
}();

std::uint32_t crc32(const std::vector<std::uint8_t>& message) {
  std::uint32_t crc = ~0u;
  for (const std::uint8_t byte : message) crc = table[(crc ^ byte) & 0xff] ^ (crc >> 8);
  return ~crc;
}

// The oracle divides bit by bit as on paper: highest power first, the message followed by 32 zeros, its first 32 bits inverted.
std::uint32_t long_division(const std::vector<std::uint8_t>& message) {
  std::uint64_t remainder = 0;
  for (std::size_t i = 0; i < message.size() + 4; ++i) {
    const unsigned byte = (i < message.size() ? message[i] : 0u) ^ (i < 4 ? 0xffu : 0u);
    for (int bit = 0; bit < 8; ++bit) {
      remainder = remainder << 1 | (byte >> bit & 1);
      if (remainder >> 32 != 0) remainder ^= 0x104c11db7;
    }
  }
  std::uint32_t reflected = 0;
  for (int bit = 0; bit < 32; ++bit) reflected = reflected << 1 | (remainder >> bit & 1);
  return ~reflected;
}

}  // namespace

void suite::add_crc32(pairgate::Suite& suite) {
  suite
      .add("crc32", "compute", {4096, 262144}, random_bytes,
           [](const std::vector<std::uint8_t>& message) { return crc32(message); })
      .reference(long_division);
}
