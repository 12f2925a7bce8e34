// Written anew for every build: the turns of one call, and which build this is.
#pragma once
#include <cstdint>

inline constexpr std::uint64_t TURNS = 7000;
inline constexpr char BUILD[] = "baseline";
