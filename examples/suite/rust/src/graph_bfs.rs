//! Breadth-first search from vertex 0 of a random directed graph in compressed rows.

use divisor::divisor;
use pairgate::{Fingerprint, Hasher, Random, Suite};

const RANDOM_EDGES: usize = 4;
const UNREACHED: u32 = u32::MAX;

/// The edges of vertex v lead to `targets[first[v]..first[v + 1]]`.
#[derive(Clone, Default)]
struct Graph {
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    fn vertices(&self) -> usize {
        self.first.len() - 1
    }

    fn targets_of(&self, v: usize) -> &[u32] {
        &self.targets[self.first[v] as usize..self.first[v + 1] as usize]
    }
}

impl Fingerprint for Graph {
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.add(&self.first).add(&self.targets);
    }
}

/// Every vertex has an edge to the next one, so that all can be reached.
fn random_graph(random: &mut Random, vertices: u64) -> Graph {
    let mut graph = Graph::default();
    for v in 0..vertices {
        graph.first.push(graph.targets.len() as u32);
        graph.targets.push(((v + 1) % vertices) as u32);
        graph.targets.extend((0..RANDOM_EDGES).map(|_| random.below(vertices) as u32));
    }
    graph.first.push(graph.targets.len() as u32);
    graph
}

/// Depends on every vertex's depth. The divisor is another crate's constant: only the link can fold it.
fn checksum(depths: &[u32]) -> u64 {
    let divisor = divisor();
    (1..).zip(depths).map(|(place, &depth)| place * u64::from(depth) % divisor).sum()
}

fn breadth_first(graph: &Graph) -> u64 {
    let mut depths = vec![UNREACHED; graph.vertices()];
    let mut queue = Vec::with_capacity(graph.vertices());
    depths[0] = 0;
    queue.push(0);
    let mut next = 0;
    while next < queue.len() {
        let v = queue[next];
        next += 1;
        for &target in graph.targets_of(v) {
            let target = target as usize;
            if depths[target] == UNREACHED {
                depths[target] = depths[v] + 1;
                queue.push(target);
            }
        }
    }
    checksum(&depths)
}

/// The oracle shortens distances along edges until none can be shortened.
fn relaxed(graph: &Graph) -> u64 {
    let mut depths = vec![UNREACHED - 1; graph.vertices()];
    depths[0] = 0;
    let mut shortened = true;
    while shortened {
        shortened = false;
        for v in 0..graph.vertices() {
            for &target in graph.targets_of(v) {
                if depths[v] + 1 < depths[target as usize] {
                    depths[target as usize] = depths[v] + 1;
                    shortened = true;
                }
            }
        }
    }
    checksum(&depths)
}

pub fn add(suite: &mut Suite) {
    suite.add("graph_bfs", "algorithms", &[1000, 20000], random_graph, breadth_first).reference(relaxed);
}
