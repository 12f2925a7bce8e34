// Filling a hash map and looking up as many keys, about half of which are there.
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "suite.hpp"

namespace {

struct Keys {
  std::vector<std::uint64_t> inserted;
  std::vector<std::uint64_t> wanted;

  void fingerprint(pairgate::Fingerprint& f) const { f.add(inserted).add(wanted); }
};

Keys random_keys(pairgate::Random& random, std::uint64_t count) {
  Keys keys;
  for (std::uint64_t i = 0; i < count; ++i) keys.inserted.push_back(random.next());
  for (std::uint64_t i = 0; i < count; ++i) {
    const bool present = random.below(2) == 0;
    keys.wanted.push_back(present ? keys.inserted[random.below(count)] : random.next());
  }
  return keys;
}

// The sum of the places at which the wanted keys were inserted last.
template <class Map>
std::uint64_t sum_of_found(const Keys& keys) {
  Map map;
  std::uint64_t place = 0;
  for (const std::uint64_t key : keys.inserted) map[key] = ++place;
  std::uint64_t sum = 0;
  for (const std::uint64_t key : keys.wanted) {
    if (const auto found = map.find(key); found != map.end()) sum += found->second;
  }
  return sum;
}

}  // namespace

void suite::add_hashmap_insert_lookup(pairgate::Suite& suite) {
  suite
      .add("hashmap_insert_lookup", "data structures", {1000, 20000}, random_keys,
           [](const Keys& keys) { return sum_of_found<std::unordered_map<std::uint64_t, std::uint64_t>>(keys); })
      .reference(sum_of_found<std::map<std::uint64_t, std::uint64_t>>);
}
