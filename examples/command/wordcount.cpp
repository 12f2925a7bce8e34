// A whole program, as a user starts it: counts the words of its standard input, most frequent first.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

int main(int argc, char** argv) {
  const std::size_t most = argc > 1 ? std::stoul(argv[1]) : 10;
  std::ios::sync_with_stdio(false);
  std::map<std::string, int> counts;
  for (std::string word; std::cin >> word;) ++counts[word];
  std::vector<std::pair<int, std::string>> sorted;
  for (const auto& [word, count] : counts) sorted.emplace_back(-count, word);
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < std::min(most, sorted.size()); ++i) std::cout << -sorted[i].first << ' ' << sorted[i].second << '\n';
}
