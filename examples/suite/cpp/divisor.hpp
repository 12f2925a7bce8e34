#pragma once

#include <cstdint>

namespace suite {

// Defined in another source file: only the link knows its value.
extern const std::uint64_t divisor;

}  // namespace suite
