// Breadth-first search from vertex 0 of a random directed graph in compressed rows.
#include <cstdint>
#include <limits>
#include <vector>

#include "divisor.hpp"
#include "suite.hpp"

namespace {

constexpr std::uint64_t random_edges = 4;
constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

// The edges of vertex v lead to targets[first[v]] up to, not including, targets[first[v + 1]].
struct Graph {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> targets;

  std::uint32_t vertices() const { return static_cast<std::uint32_t>(first.size() - 1); }
  void fingerprint(pairgate::Fingerprint& f) const { f.add(first).add(targets); }
};

// Every vertex has an edge to the next one, so that all can be reached.
Graph random_graph(pairgate::Random& random, std::uint64_t vertices) {
  Graph graph;
  for (std::uint64_t v = 0; v < vertices; ++v) {
    graph.first.push_back(static_cast<std::uint32_t>(graph.targets.size()));
    graph.targets.push_back(static_cast<std::uint32_t>((v + 1) % vertices));
    for (std::uint64_t e = 0; e < random_edges; ++e) {
      graph.targets.push_back(static_cast<std::uint32_t>(random.below(vertices)));
    }
  }
  graph.first.push_back(static_cast<std::uint32_t>(graph.targets.size()));
  return graph;
}

// Depends on every vertex's depth. The divisor is another source file's constant: only the link can fold it.
std::uint64_t checksum(const std::vector<std::uint32_t>& depths) {
  std::uint64_t sum = 0;
  for (std::size_t v = 0; v < depths.size(); ++v) sum += (v + 1) * depths[v] % suite::divisor;
  return sum;
}

std::uint64_t breadth_first(const Graph& graph) {
  std::vector<std::uint32_t> depths(graph.vertices(), unreached);
  std::vector<std::uint32_t> queue;
  queue.reserve(graph.vertices());
  depths[0] = 0;
  queue.push_back(0);
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::uint32_t v = queue[next];
    for (std::uint32_t e = graph.first[v]; e < graph.first[v + 1]; ++e) {
      const std::uint32_t target = graph.targets[e];
      if (depths[target] != unreached) continue;
      depths[target] = depths[v] + 1;
      queue.push_back(target);
    }
  }
  return checksum(depths);
}

// The oracle shortens distances along edges until none can be shortened.
std::uint64_t relaxed(const Graph& graph) {
  std::vector<std::uint32_t> depths(graph.vertices(), unreached - 1);
  depths[0] = 0;
  for (bool shortened = true; shortened;) {
    shortened = false;
    for (std::uint32_t v = 0; v < graph.vertices(); ++v) {
      for (std::uint32_t e = graph.first[v]; e < graph.first[v + 1]; ++e) {
        std::uint32_t& depth = depths[graph.targets[e]];
        if (depths[v] + 1 >= depth) continue;
        depth = depths[v] + 1;
        shortened = true;
      }
    }
  }
  return checksum(depths);
}

}  // namespace

void suite::add_graph_bfs(pairgate::Suite& suite) {
  suite
      .add("graph_bfs", "algorithms", {1000, 20000}, random_graph, [](const Graph& graph) { return breadth_first(graph); })
      .reference(relaxed);
}
