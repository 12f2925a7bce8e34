// Copying a buffer into another one that stays allocated: page faults are not part of it.
#include <cstdint>
#include <cstring>
#include <vector>

#include "suite.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Buffers {
  Bytes source;
  mutable Bytes target;

  // The target is scratch, not input.
  void fingerprint(pairgate::Fingerprint& f) const { f.add(source); }
};

// Of one byte in each cache line, by its place.
std::uint64_t checksum(const Bytes& bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 64) sum += (i + 1) * bytes[i];
  return sum;
}

}  // namespace

void suite::add_large_buffer_copy(pairgate::Suite& suite) {
  suite
      .add("large_buffer_copy", "memory", {65536, 2097152},
           [](pairgate::Random& random, std::uint64_t size) { return Buffers{random_bytes(random, size), Bytes(size)}; },
           [](const Buffers& buffers) {
             std::memcpy(buffers.target.data(), buffers.source.data(), buffers.source.size());
             return checksum(buffers.target);
           })
      .reference([](const Buffers& buffers) { return checksum(buffers.source); });
}
