//! The forecast of the memory that sets of boards need.

use super::{BoardPacking, forecast};
use loyd_enumerate::reference::forecast::{Forecast, strings};
use loyd_tiles::{Metric, Multi, Position, Single, Size, Sliding, Wide, solvable_states};

fn space<M: Metric>(size: Size, blank: usize) -> Sliding<Wide, M> {
    Sliding::new(&Position::blank_on(size, blank))
}

fn of<M: Metric>(size: Size, blank: usize, depth: Option<u32>, memory: u64) -> Forecast {
    let space = space::<M>(size, blank);
    let key = BoardPacking::<Wide>::bytes(size);
    forecast(&space, std::slice::from_ref(space.goal()), solvable_states(size), key, depth, memory)
}

#[test]
fn near_the_start_few_walks_meet() {
    let space = space::<Single>(Size::new(5, 5).unwrap(), 0);
    let walks: Vec<u64> = strings(&space, std::slice::from_ref(space.goal())).take(8).collect();
    // OEIS A090031 begins 1, 2, 4, 10, 26, 64, 159: the first walks that meet have length 6.
    assert_eq!(walks, [1, 2, 4, 10, 26, 64, 160, 372]);
}

#[test]
fn rows_and_columns_alternate() {
    let space = space::<Multi>(Size::new(5, 4).unwrap(), 7);
    let walks: Vec<u64> = strings(&space, std::slice::from_ref(space.goal())).take(4).collect();
    assert_eq!(walks, [1, 7, 4 * 3 * 2, 4 * 3 * (4 + 3)]);
}

#[test]
fn a_depth_that_is_certain_fits_and_the_next_may_not() {
    let size = Size::new(6, 6).unwrap();
    let memory = 1 << 30;
    let all = of::<Single>(size, 0, None, memory);
    assert_eq!(all.needed, None);
    let certain = all.certain.unwrap();
    let fits = of::<Single>(size, 0, Some(certain), memory);
    assert!(fits.needed.unwrap() <= memory && fits.certain == Some(certain));
    let more = of::<Single>(size, 0, Some(certain + 1), memory);
    assert_eq!(more, Forecast { needed: None, certain: Some(certain) });
    assert_eq!(of::<Single>(size, 0, Some(0), 0).certain, None);
}

#[test]
fn the_forecast_ends_on_lines_and_without_a_memory_limit() {
    let [line, ring, large] = [(500, 1), (2, 2), (5, 5)].map(|(w, h)| Size::new(w, h).unwrap());
    assert!(of::<Single>(line, 7, None, 1 << 20).needed.is_some());
    assert!(of::<Multi>(line, 7, None, 1 << 20).needed.is_some());
    assert!(of::<Single>(ring, 0, None, 1 << 20).needed.is_some());
    assert_eq!(of::<Single>(large, 0, None, u64::MAX).needed, None);
}
