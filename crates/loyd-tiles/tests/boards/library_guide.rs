//! The program of the library guide: the text between the two marks, so that it is compiled, linted
//! and run.

// program begins
use loyd_search::observe::{Limit, Outcome};
use loyd_tiles::solver::{Plan, Settings, Solver};
use loyd_tiles::{Position, format_moves, parse_position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = parse_position("8 6 7 2 5 4 3 0 1", None)?;
    let goal = Position::blank_last(start.size());

    let plan = Plan::new(&goal, &Settings::default())?; // every choice made, nothing built yet
    let solver = Solver::prepare(&plan)?; // tables built; serves any number of boards
    let report = solver.solve(&start, 1, &Limit::none(), &mut |_progress| ());

    match report.outcome {
        Outcome::Solved { path, cost, proven, .. } => {
            assert!(cost == 31 && proven);
            assert_eq!(start.replay(&path), Ok(goal));
            println!("{cost} moves: {}", format_moves(&path));
        }
        Outcome::Unsolvable(reason) => println!("{reason}"),
        Outcome::Stopped { lower_bound, .. } => println!("at least {lower_bound} moves"),
    }
    Ok(())
}
// program ends

#[test]
fn the_program_of_the_library_guide_runs() {
    main().expect("the board can be solved");
}

#[test]
fn the_library_guide_shows_this_program() {
    // Git may have checked out either file with other line endings.
    let guide = include_str!("../../../../docs/guide/library.md").replace('\r', "");
    let this = include_str!("library_guide.rs").replace('\r', "");
    let (_, rest) = this.split_once("// program begins\n").expect("the first mark");
    let (program, _) = rest.split_once("// program ends\n").expect("the second mark");
    assert!(guide.contains(&format!("```rust\n{program}```")), "the guide shows another program");
}
