//! Values of pattern databases compared with sums of distances found by a slow search.

use super::*;
use crate::pdb::naive::{self, Distances};
use crate::pdb::{Pattern, PatternError};
use crate::{Position, Scrambler, Single, Size, Word64};
use loyd_search::space::StateSpace;
use std::collections::HashMap;

/// The space of small boards.
type Space = Sliding<Word64, Single>;

/// The goal with the blank on a cell and the other tiles in reverse order.
fn reversed_goal(size: Size, blank: usize) -> Position {
    let mut tiles: Vec<u64> = (1..size.cells() as u64).rev().collect();
    tiles.insert(blank, 0);
    Position::new(size, &tiles).expect("every tile once")
}

/// The patterns of a view by their goal cells, in ascending order, with the distances of each.
type View = Vec<(Vec<usize>, Distances)>;

/// The views of a partition: the partition and, if `mirrored`, its mirror image in the diagonal. A
/// tile that the partition omits is a pattern.
fn views(goal: &Position, partition: &[&[usize]], mirrored: bool) -> Vec<View> {
    let (size, blank) = (goal.size(), goal.blank());
    let is_omitted =
        |cell: &usize| *cell != blank && partition.iter().all(|part| !part.contains(cell));
    let mut patterns: Vec<Vec<usize>> = partition.iter().map(|part| part.to_vec()).collect();
    patterns.extend((0..size.cells()).filter(is_omitted).map(|cell| vec![cell]));
    let mirror = |cell: &usize| cell % size.width() * size.width() + cell / size.width();
    let with_distances = |mut cells: Vec<usize>| {
        cells.sort_unstable();
        let distances = naive::distances(&Pattern::new(size, blank, &cells).expect("valid"));
        (cells, distances)
    };
    let image = |cells: &Vec<usize>| with_distances(cells.iter().map(mirror).collect());
    let mut views = Vec::new();
    views.extend(mirrored.then(|| patterns.iter().map(image).collect()));
    views.push(patterns.into_iter().map(with_distances).collect());
    views
}

/// The largest sum of a view, by definition.
fn slow_value(goal: &Position, views: &[View], state: &Word64) -> u32 {
    let places: HashMap<usize, u8> =
        (0..goal.size().cells()).map(|cell| (state.tile(cell), cell as u8)).collect();
    let distance = |(cells, distances): &(Vec<usize>, Distances)| {
        let tiles = cells.iter().map(|&cell| usize::from(goal.tiles()[cell]));
        let at: Vec<u8> = tiles.map(|tile| places[&tile]).collect();
        distances[&(at, places[&0])]
    };
    views.iter().map(|view| view.iter().map(distance).sum()).max().expect("a view")
}

/// Checks the values along a random walk, those from scratch, those with the cache of the walk, and
/// those from a packed memo.
fn walk<H: Heuristic<Space, Memo = [u8; MAX_LANES]>>(
    heuristic: impl Fn() -> H,
    (goal, views): (&Position, &[View]),
    start: &Position,
) {
    let space = Space::new(goal);
    let walked = heuristic();
    let mut state = Space::board(start);
    let mut memo = walked.start(&state);
    let mut number = 1_u64;
    for step in 0..60 {
        let value = slow_value(goal, views, &state);
        assert_eq!(walked.value(memo), value, "step {step}: {state:?}");
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moves: Vec<_> = space.moves(&state).collect();
        let effect = space.apply(&mut state, moves[(number >> 33) as usize % moves.len()]);
        memo = walked.step(memo, &state, effect);
        let value = walked.value(memo);
        assert_eq!(walked.resume(&state, value), memo, "{state:?}");
        assert_eq!(heuristic().start(&state), memo, "{state:?}");
        let packed = walked.pack_memo(memo).expect("up to eight patterns");
        assert_eq!(walked.unpack_memo(&state, value, packed), memo, "{state:?}");
    }
}

#[test]
fn values_are_sums_of_distances_from_scratch_and_step_by_step() {
    for (w, h, blank, partition, mirrored) in [
        (3, 3, 0, &[&[1usize, 2, 3, 4][..], &[5, 6, 7, 8]][..], true),
        (3, 3, 8, &[&[0, 1, 2], &[3, 4, 5], &[6, 7]], true),
        (3, 3, 4, &[&[0, 1, 2, 3], &[5, 6]], false),
        (4, 2, 7, &[&[0, 1, 4, 5], &[2, 3, 6]], false),
    ] {
        let size = Size::new(w, h).expect("a size");
        let goal = reversed_goal(size, blank);
        let patterns: Result<Vec<Pattern>, _> =
            partition.iter().map(|cells| Pattern::new(size, blank, cells)).collect();
        let table =
            |pattern: &Pattern| Ok::<_, PatternError>(AdditiveTable::States(naive::table(pattern)));
        let views = views(&goal, partition, mirrored);
        let additive = Additive::new(&goal, &[patterns.expect("valid")], views.len(), table);
        let additive = Arc::new(additive.expect("disjoint"));
        assert_eq!(additive.views().len(), views.len());
        let heuristic = || Databases::new(additive.clone()).expect("few patterns");
        let mut scrambler = Scrambler::new(21);
        for start in std::iter::once(goal.clone()).chain((0..3).map(|_| scrambler.position(&goal)))
        {
            walk(heuristic, (&goal, &views), &start);
        }
    }
}
