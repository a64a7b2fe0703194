//! Improvement of a path by windows: each window, a piece of the path, is searched again between its two states.
//!
//! ```text
//! length := the first length
//! repeat
//!     for windows of length moves, each starting in the middle of the one before
//!         search for fewer moves from the state before the window to the state after it
//!         if they are found, put them in the window's place
//!     if no window became shorter
//!         end if windows do not grow, or if the window was the whole path and its search was complete
//!         length := a tenth more, with twice as many nodes
//! until a limit is reached
//! ```
//!
//! After A. Parker and others, e.g. N. Furcy, *ITSA\*: Iterative tunneling search with A\**, AAAI workshop 2006, which
//! searches the neighbourhood of the whole path and was not measured. The search of a window is the puzzle's ([`Segments`]); every move
//! counts as 1.
//!
//! *Which search.* On two 10x10 paths of beam search (1,258 moves on average, 8 s), depth-first windows with Manhattan
//! distance to the end of the window, of 40 to 76 moves, reached 1,246 moves; beams of 300 to 9,600 states in windows
//! of 60 to 180 moves 1,253; of 1,000 to 16,000 states and 100 to 243 moves 1,257; and of 200 to 400 moves 1,258. A
//! window fixes its last state, so gains on paths that were searched well are small. Paths of the constructive solver
//! lose more.
//!
//! *Cost.* The output is written over the part of the path already read, so a pass takes time linear in the path apart
//! from its searches.

use crate::observe::{Budget, Limit};

/// The searches of windows, with the state at the start of the current one.
pub trait Segments {
    /// A move.
    type Move: Copy;

    /// Returns to the start of the path.
    fn restart(&mut self);

    /// Makes a move.
    fn advance(&mut self, mv: Self::Move);

    /// Searches for fewer moves than `window` from the current state to the one after the window, and leaves the
    /// current state as it is. `is_whole` is true if the window is the whole path: a complete search of it ends the
    /// improvement. The search expands at most `max_nodes`, and its work is at most `max_work`.
    fn shorter(
        &mut self,
        window: &[Self::Move],
        is_whole: bool,
        max_nodes: u64,
        max_work: u64,
    ) -> Segment<Self::Move>;

    /// Combines or removes successive moves that are fewer together. By default it changes nothing.
    fn join(&self, _path: &mut Vec<Self::Move>) {}
}

/// The result of the search of a window.
pub struct Segment<M> {
    /// A path with the same ends and fewer moves.
    pub path: Option<Vec<M>>,
    /// Nodes expanded, plus other work converted to nodes.
    pub work: u64,
    /// True if no shorter path exists, or if `path` is shortest.
    pub complete: bool,
}

/// The lengths of windows and the limits of their searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowSizes {
    /// The number of moves of a window, at least 2.
    pub length: usize,
    /// The largest number of nodes of its search.
    pub nodes: u64,
    /// True if windows grow after a pass without an improvement.
    pub grow: bool,
}

/// Returns a path with the same ends as `path` and at most as many moves.
///
/// With a limit of nodes alone the result is deterministic; `publish` is called after each pass
/// that shortened the path. Windows that grow end with a shortest path.
pub fn improve<S: Segments>(
    segments: &mut S,
    mut path: Vec<S::Move>,
    mut sizes: WindowSizes,
    limit: &Limit,
    publish: &mut dyn FnMut(&[S::Move]),
) -> Vec<S::Move> {
    let (budget, mut work) = (Budget::start(limit), 0);
    segments.join(&mut path);
    loop {
        let before = path.len();
        segments.restart();
        let pass = Pass { sizes, budget: &budget, work: &mut work };
        let end = pass.run(segments, &mut path);
        segments.join(&mut path);
        if path.len() < before {
            publish(&path);
        }
        let is_proved = end == PassEnd::Proved && sizes.grow;
        if end == PassEnd::Stopped || is_proved || path.is_empty() {
            return path;
        }
        if path.len() == before {
            if !sizes.grow {
                return path;
            }
            sizes.length += (sizes.length / 10).max(1);
            sizes.nodes = sizes.nodes.saturating_mul(2);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PassEnd {
    /// A limit was reached.
    Stopped,
    /// The path was one window, and its search was complete.
    Proved,
    Complete,
}

struct Pass<'a> {
    sizes: WindowSizes,
    budget: &'a Budget,
    work: &'a mut u64,
}

impl Pass<'_> {
    fn run<S: Segments>(self, segments: &mut S, path: &mut Vec<S::Move>) -> PassEnd {
        let (before, length) = (path.len(), self.sizes.length.max(2));
        // The path is read from `read` on, and the output is written up to `written`.
        let (mut read, mut written) = (0, 0);
        let mut window: Vec<S::Move> = Vec::with_capacity(length.min(before));
        let (mut stopped, mut complete) = (self.budget.exceeded(*self.work).is_some(), false);
        while !stopped {
            let more = (length - window.len()).min(before - read);
            window.extend_from_slice(&path[read..read + more]);
            read += more;
            if window.is_empty() {
                break;
            }
            let (is_whole, left) = (window.len() == before, self.budget.nodes_left(*self.work));
            let segment = segments.shorter(&window, is_whole, self.sizes.nodes, left);
            *self.work += segment.work;
            complete |= segment.complete && is_whole;
            if let Some(shorter) = segment.path {
                window = shorter;
            }
            for mv in window.drain(..window.len().min(length / 2)) {
                segments.advance(mv);
                path[written] = mv;
                written += 1;
            }
            stopped = self.budget.exceeded(*self.work).is_some();
        }
        for mv in window {
            path[written] = mv;
            written += 1;
        }
        path.copy_within(read.., written);
        path.truncate(written + before - read);
        if complete {
            PassEnd::Proved
        } else if stopped {
            PassEnd::Stopped
        } else {
            PassEnd::Complete
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers on a line; a window of at most this length is replaced by steps of 1.
    struct Steps {
        longest: usize,
    }

    impl Segments for Steps {
        type Move = i32;

        fn restart(&mut self) {}

        fn advance(&mut self, _mv: i32) {}

        fn shorter(&mut self, window: &[i32], is_whole: bool, _: u64, work: u64) -> Segment<i32> {
            let sum: i32 = window.iter().sum();
            let path = vec![sum.signum(); sum.unsigned_abs() as usize];
            let is_searched = window.len() <= self.longest && work > 0;
            let path = Some(path).filter(|path| is_searched && path.len() < window.len());
            Segment { path, work: 1, complete: is_whole && is_searched }
        }
    }

    /// Walks to and fro that sum up to 3.
    fn walk() -> Vec<i32> {
        (0..40).map(|at| if at / 7 % 2 == 0 { 1 } else { -1 }).chain([1; 5]).collect()
    }

    #[test]
    fn windows_that_grow_end_with_a_shortest_path() {
        let path = walk();
        let length = path.iter().sum::<i32>().unsigned_abs() as usize;
        let sizes = WindowSizes { length: 4, nodes: 1, grow: true };
        let mut lengths = Vec::new();
        let mut publish = |path: &[i32]| lengths.push(path.len());
        let mut segments = Steps { longest: usize::MAX };
        let shortest = improve(&mut segments, path, sizes, &Limit::none(), &mut publish);
        assert_eq!(shortest.len(), length);
        assert!(lengths.is_sorted_by(|a, b| a > b), "{lengths:?}");
    }

    #[test]
    fn a_path_keeps_its_end_and_never_becomes_longer() {
        let path = walk();
        for (longest, nodes) in [(0, 100), (6, 5), (6, 100), (20, 1), (20, 17), (50, 1000)] {
            let limit = Limit { nodes: Some(nodes), ..Limit::none() };
            let sizes = WindowSizes { length: 6, nodes: 1, grow: true };
            let run = || improve(&mut Steps { longest }, path.clone(), sizes, &limit, &mut |_| ());
            let shorter = run();
            assert!(shorter.len() <= path.len());
            assert_eq!(shorter.iter().sum::<i32>(), path.iter().sum::<i32>());
            assert_eq!(shorter, run());
        }
    }
}
