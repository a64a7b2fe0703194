//! Whole small spaces: every state and every move, against exact distances.

use crate::naive::Graph;
use crate::{METRICS, every_spec, goals, size, visit_board};
use loyd_search::space::Properties;
use loyd_tiles::boards::BoardVisitor;
use loyd_tiles::heuristic::{
    HeuristicName, HeuristicSpec, HeuristicVisitor, TileHeuristic, with_heuristic,
};
use loyd_tiles::{Board, Metric, MetricName, Multi, Position, Single, Size, Slid, Sliding, Wide};

/// The values of a heuristic for every state of a graph.
struct Estimates {
    values: Vec<u32>,
    /// The properties that hold on this graph.
    properties: Properties,
}

/// Estimates every state from scratch and along every edge.
struct Estimate<'a> {
    graph: &'a Graph,
    size: Size,
}

impl<B: Board, M: Metric> HeuristicVisitor<B, M> for Estimate<'_> {
    type Output = Estimates;

    fn visit<H: TileHeuristic<B, M>>(self, heuristic: H) -> Estimates {
        let Graph { states, distance, edges } = self.graph;
        let board = |state: &Vec<u8>| {
            B::new(self.size, &state.iter().map(|&tile| u16::from(tile)).collect::<Vec<_>>())
        };
        let boards: Vec<B> = states.iter().map(board).collect();
        let memos: Vec<_> = boards.iter().map(|board| heuristic.start(board)).collect();
        let values: Vec<u32> = memos.iter().map(|&memo| heuristic.value(memo)).collect();
        for edge in edges {
            let slid = Slid { blank_from: edge.blank_from, blank_to: edge.blank_to };
            let stepped = heuristic.step(memos[edge.from], &boards[edge.to], slid);
            assert_eq!(stepped, memos[edge.to], "{:?} to {:?}", states[edge.from], states[edge.to]);
        }
        let properties = Properties {
            admissible: values.iter().zip(distance).all(|(h, d)| h <= d),
            consistent: values[0] == 0
                && edges.iter().all(|edge| values[edge.from].abs_diff(values[edge.to]) <= 1),
        };
        Estimates { values, properties }
    }
}

struct OfSize<'a> {
    spec: &'a HeuristicSpec,
    goal: &'a Position,
    metric: MetricName,
    graph: &'a Graph,
}

impl BoardVisitor for OfSize<'_> {
    type Output = Estimates;

    fn visit<B: Board>(self) -> Estimates {
        match self.metric {
            MetricName::Single => self.with::<B, Single>(),
            MetricName::Multi => self.with::<B, Multi>(),
        }
    }
}

impl OfSize<'_> {
    fn with<B: Board, M: Metric>(self) -> Estimates {
        let space = Sliding::<B, M>::new(self.goal);
        let visitor = Estimate { graph: self.graph, size: self.goal.size() };
        with_heuristic(self.spec, &space, visitor).unwrap()
    }
}

fn explore(goal: &Position, metric: MetricName, depth: u32) -> Graph {
    let tiles: Vec<u8> = goal.tiles().iter().map(|&tile| tile as u8).collect();
    Graph::explore(goal.size().width(), &tiles, metric, depth)
}

/// Checks all claimed properties on the states up to `depth` moves from a goal.
fn check(goal: &Position, metric: MetricName, depth: u32) {
    let graph = &explore(goal, metric, depth);
    let mut by_name = Vec::new();
    for spec in &every_spec() {
        let case = format!("{spec}, {} {metric}, goal {}", goal.size(), goal.to_line());
        let of = |spec| OfSize { spec, goal, metric, graph };
        let typed = visit_board(goal.size(), of(spec));
        assert_eq!(typed.values[0], 0, "{case}: the goal");
        let promised = spec.properties(metric);
        assert!(!promised.consistent || promised.admissible, "{case}: the one implies the other");
        assert!(typed.properties.admissible || !promised.admissible, "{case}: not admissible");
        assert!(typed.properties.consistent || !promised.consistent, "{case}: not consistent");
        if graph.states.len() < 100_000 {
            assert!(of(spec).visit::<Wide>().values == typed.values, "{case}: on a wide board");
        }
        let parts: Vec<&Vec<u32>> = by_name
            .iter()
            .filter(|(name, _)| spec.parts().len() > 1 && spec.parts().contains(name))
            .map(|(_, values)| values)
            .collect();
        if parts.is_empty() {
            by_name.push((spec.parts()[0], typed.values));
            continue;
        }
        for (state, &value) in typed.values.iter().enumerate() {
            let largest = parts.iter().map(|values| values[state]).max();
            assert_eq!(Some(value), largest, "{case}: {:?}", graph.states[state]);
        }
    }
    let values_of = |requested| &by_name.iter().find(|(name, _)| *name == requested).unwrap().1;
    let manhattan = values_of(HeuristicName::Manhattan);
    for name in [HeuristicName::LinearConflict, HeuristicName::WalkingDistance] {
        for (state, (&better, &manhattan)) in values_of(name).iter().zip(manhattan).enumerate() {
            let tiles = &graph.states[state];
            assert!(better >= manhattan, "{name:?} is weaker than Manhattan: {tiles:?}");
            if metric == MetricName::Single {
                assert_eq!(manhattan % 2, graph.distance[state] % 2, "{tiles:?}");
                assert_eq!(better % 2, manhattan % 2, "{name:?}: {tiles:?}");
            }
        }
    }
}

fn check_whole_space(width: usize, height: usize) {
    for goal in goals(size(width, height)) {
        for metric in METRICS {
            check(&goal, metric, u32::MAX);
        }
    }
}

#[test]
fn promises_hold_on_3x3() {
    check_whole_space(3, 3);
}

#[test]
fn promises_hold_on_4x2() {
    check_whole_space(4, 2);
}

#[test]
fn promises_hold_on_2x4() {
    check_whole_space(2, 4);
}

#[test]
fn promises_hold_on_tiny_boards_and_lines() {
    for (width, height) in [(3, 2), (2, 3), (2, 2), (1, 4), (4, 1), (1, 2), (1, 1)] {
        check_whole_space(width, height);
    }
}

#[test]
fn promises_hold_near_the_goal_on_4x3_and_4x4() {
    for (width, height) in [(4, 3), (3, 4), (4, 4)] {
        for goal in goals(size(width, height)) {
            check(&goal, MetricName::Single, 12);
            check(&goal, MetricName::Multi, 6);
        }
    }
}

#[test]
#[ignore = "half an hour: 5x2 and 2x5 whole, 4x3 to a few million states"]
fn promises_hold_on_larger_boards() {
    check_whole_space(5, 2);
    check_whole_space(2, 5);
    for goal in &goals(size(4, 3))[2..4] {
        check(goal, MetricName::Single, 27);
        check(goal, MetricName::Multi, 13);
    }
}

/// A property that is not declared fails somewhere: no property that holds is left undeclared.
#[test]
fn undeclared_properties_do_not_hold() {
    let boards = [size(3, 2), size(3, 3)].map(Position::blank_last);
    for metric in METRICS {
        let graphs = boards.each_ref().map(|goal| explore(goal, metric, u32::MAX));
        for spec in &every_spec() {
            let promised = spec.properties(metric);
            if promised == Properties::CONSISTENT {
                continue;
            }
            let mut properties = Properties::CONSISTENT;
            for (goal, graph) in boards.iter().zip(&graphs) {
                let here =
                    visit_board(goal.size(), OfSize { spec, goal, metric, graph }).properties;
                properties.admissible &= here.admissible;
                properties.consistent &= here.consistent;
            }
            assert_eq!(properties, promised, "{spec} {metric}");
        }
    }
}
