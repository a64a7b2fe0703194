//! Last-move pruning forbids only detours, from every cell of the blank.

use loyd_search::prune::wrongly_forbidden;
use loyd_search::puzzle::{Puzzle, Space, SpaceVisitor};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Position, Size};

struct Rule<'a>(&'a [Position]);

impl SpaceVisitor<Tiles> for Rule<'_> {
    type Output = ();

    fn visit<S: Space<Tiles>>(self, space: S) {
        for start in self.0 {
            assert_eq!(wrongly_forbidden(&space, &space.state(start)), None, "{start:?}");
        }
    }
}

#[test]
fn only_detours_are_forbidden() {
    for (width, height) in [(2, 2), (3, 3), (5, 2), (4, 4), (9, 3)] {
        let goal = Position::blank_last(Size::new(width, height).expect("a size"));
        let cells = 0..width * height;
        let starts: Vec<Position> = cells
            .map(|blank| {
                let mut tiles = goal.tiles().to_vec();
                tiles.swap(blank, width * height - 1);
                let text: Vec<String> = tiles.iter().map(ToString::to_string).collect();
                let shape = format!("{width}x{height}");
                Tiles::parse(&text.join(" "), Some(&shape)).expect("a board")
            })
            .collect();
        for metric in [MetricName::Single, MetricName::Multi] {
            Tiles::visit_space(&goal, metric, Rule(&starts));
        }
    }
}
