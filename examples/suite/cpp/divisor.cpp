#include "divisor.hpp"

const std::uint64_t suite::divisor = 1'000'003;
