//! Boards too large for exhaustive search: along random walks, incremental values equal values from
//! scratch.

use crate::{METRICS, any_order, every_spec, size, visit_board};
use loyd_search::space::{Reversible, StateSpace};
use loyd_tiles::boards::BoardVisitor;
use loyd_tiles::heuristic::{HeuristicSpec, HeuristicVisitor, TileHeuristic, with_heuristic};
use loyd_tiles::{Board, Metric, MetricName, Multi, Position, Scrambler, Single, Sliding};

struct Walk<'a, B, M> {
    space: &'a Sliding<B, M>,
    start: &'a Position,
    case: &'a str,
    steps: usize,
}

impl<B: Board, M: Metric> HeuristicVisitor<B, M> for Walk<'_, B, M> {
    type Output = ();

    fn visit<H: TileHeuristic<B, M>>(self, heuristic: H) {
        let (space, case) = (self.space, self.case);
        assert_eq!(heuristic.value(heuristic.start(space.goal())), 0, "{case}: the goal");
        let promised = heuristic.properties();
        let mut state = Sliding::<B, M>::board(self.start);
        let mut memo = heuristic.start(&state);
        let mut number = 1_u64;
        for _ in 0..self.steps {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves: Vec<_> = space.moves(&state).collect();
            let effect = space.apply(&mut state, moves[(number >> 33) as usize % moves.len()]);
            let next = heuristic.step(memo, &state, effect);
            assert_eq!(next, heuristic.start(&state), "{case}: {state:?} after {effect:?}");
            let (before, after) = (heuristic.value(memo), heuristic.value(next));
            assert!(!promised.consistent || before.abs_diff(after) <= 1, "{case}: {state:?}");
            memo = next;
        }
        // Every move can be undone, so the way back is as long, also by these estimates.
        let back = heuristic.reversed(&space.reversed(&state));
        let back = back.unwrap_or_else(|| panic!("{case}: no estimates of the way back"));
        let way_back = back.value(back.start(space.goal()));
        assert_eq!(way_back, heuristic.value(memo), "{case}: from the goal to {state:?}");
    }
}

struct OfSize<'a> {
    spec: &'a HeuristicSpec,
    goal: &'a Position,
    metric: MetricName,
    steps: usize,
}

impl BoardVisitor for OfSize<'_> {
    type Output = ();

    fn visit<B: Board>(self) {
        match self.metric {
            MetricName::Single => self.with::<B, Single>(),
            MetricName::Multi => self.with::<B, Multi>(),
        }
    }
}

impl OfSize<'_> {
    fn with<B: Board, M: Metric>(self) {
        let case = format!("{} {} {}", self.spec, self.goal.size(), self.metric);
        let space = Sliding::<B, M>::new(self.goal);
        // From a random board, and around the goal, where lines hold most of their tiles.
        for start in [&Scrambler::new(7).position(self.goal), self.goal] {
            let walk = Walk { space: &space, start, case: &case, steps: self.steps };
            with_heuristic(self.spec, &space, walk).unwrap();
        }
    }
}

#[test]
fn step_by_step_equals_from_scratch() {
    let sizes = [(4, 4), (5, 4), (5, 5), (6, 3), (7, 7), (8, 8), (9, 9), (3, 12), (12, 3), (70, 2)];
    for (width, height) in sizes {
        let size = size(width, height);
        for goal in [Position::blank_last(size), any_order(size, 3)] {
            for metric in METRICS {
                for spec in &every_spec() {
                    visit_board(size, OfSize { spec, goal: &goal, metric, steps: 300 });
                }
            }
        }
    }
}

/// No data of the size of the board squared, no table beyond its limit, no recursion per cell.
#[test]
fn very_large_boards_are_not_refused() {
    for (width, height) in [(30, 30), (2, 32_768), (65_535, 1), (256, 256)] {
        let size = size(width, height);
        let goal = Position::blank_on(size, 1);
        for spec in &every_spec() {
            for metric in METRICS {
                visit_board(size, OfSize { spec, goal: &goal, metric, steps: 3 });
            }
        }
    }
}
