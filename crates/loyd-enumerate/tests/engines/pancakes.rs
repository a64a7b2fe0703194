//! The puzzle of the example in `loyd-search`, which has no separate engine, counted and compared with the
//! published levels.

#[allow(dead_code, reason = "the example solves and audits too")]
#[path = "../../../loyd-search/examples/pancakes.rs"]
mod example;

pub(crate) use self::example::Pancakes;
use loyd_enumerate::{EngineName, Plan, Request, run};
use loyd_search::observe::Limit;

const TABLE: &str = include_str!("../../../../data/pancake_levels.csv");

/// Stacks of N pancakes by the number of flips.
fn published<const N: usize>() -> Vec<u64> {
    let states = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (fields[0] == N.to_string()).then(|| fields[2].parse().ok())?
    };
    TABLE.lines().filter_map(states).collect()
}

fn compare<const N: usize>() {
    for engine in [EngineName::Memory, EngineName::Reference] {
        let start = std::array::from_fn(|place| place as u8);
        let request =
            Request::<Pancakes<N>> { engine: Some(engine), threads: 2, ..Request::new(start) };
        let plan = Plan::new(&request).unwrap();
        let result = run(&plan, &Limit::none(), &mut |_| ()).unwrap();
        assert_eq!(result.levels, published::<N>(), "{N} pancakes, {engine}");
        assert!(result.complete);
    }
}

#[test]
fn stacks_of_two_to_nine_pancakes() {
    compare::<2>();
    compare::<5>();
    compare::<8>();
    compare::<9>();
}
