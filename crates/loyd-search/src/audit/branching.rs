//! The effective branching factor.

/// The branching factor of a full tree of depth `length` with the number of nodes that a search
/// generated: `nodes = 1 + b + b² + … + b^length` (S. Russell, P. Norvig, *Artificial Intelligence:
/// A Modern Approach*, chapter 3).
///
/// `None` if `length` is 0. The smallest meaningful result is 1: a tree that is a path. The result
/// is also 1 for a search that generated fewer nodes than its path has.
pub fn effective_branching_factor(nodes: u64, length: u32) -> Option<f64> {
    if length == 0 {
        return None;
    }
    let nodes = nodes as f64;
    let size = |b: f64| (0..=length).rev().fold(0.0, |sum: f64, _| sum * b + 1.0);
    if nodes <= size(1.0) {
        return Some(1.0);
    }
    // `nodes` is at least the last term alone, so its root is above the result.
    let (mut low, mut high) = (1.0, nodes.powf(1.0 / f64::from(length)) + 1.0);
    while high - low > 1e-9 * low {
        let middle = f64::midpoint(low, high);
        if size(middle) < nodes { low = middle } else { high = middle }
    }
    Some(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_trees_have_their_own_branching_factor() {
        for (nodes, length, b) in [(1 + 2 + 4 + 8, 3, 2.0), (1 + 3 + 9, 2, 3.0), (5, 4, 1.0)] {
            let factor = effective_branching_factor(nodes, length).unwrap();
            assert!((factor - b).abs() < 1e-6, "{nodes} nodes to depth {length}: {factor}");
        }
        // The example of the textbook: 52 nodes beside the root, depth 5, about 1.92.
        let factor = effective_branching_factor(53, 5).unwrap();
        assert!((factor - 1.92).abs() < 0.005, "{factor}");
    }

    #[test]
    fn ends_of_the_range() {
        assert_eq!(effective_branching_factor(1, 0), None);
        assert_eq!(effective_branching_factor(0, 7), Some(1.0));
        assert!(effective_branching_factor(u64::MAX, 1).unwrap() > 1e19);
        assert!(effective_branching_factor(u64::MAX, 10_000).unwrap() < 1.01);
    }
}
