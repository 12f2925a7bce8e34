// A noisy neighbour: one thread, placed by the kernel, that reads and writes 256 MiB of memory in bursts of 0.2 to 2 s with pauses
// of 0.2 to 2 s. Ends when its standard input does. usage: neighbour SEED
#include <poll.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

int main(int, char** argv) {
  std::vector<std::uint64_t> memory(std::size_t{256} << 17, 1);
  std::mt19937 random(std::atoi(argv[1]));
  std::uniform_int_distribution<int> milliseconds(200, 2000);
  pollfd input{0, POLLIN, 0};
  std::uint64_t x = 1;
  for (;;) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds(random));
    while (std::chrono::steady_clock::now() < end) {
      for (std::size_t at = 0; at < (1 << 17); ++at) {
        auto& word = memory[(x += 8) % memory.size()];
        word = word * 6364136223846793005u + x;
      }
    }
    if (poll(&input, 1, milliseconds(random)) != 0) return static_cast<int>(memory[x % memory.size()] & 1);
  }
}
