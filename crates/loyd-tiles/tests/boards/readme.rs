//! The program of the README: the text between the two marks, so that it is compiled, linted
//! and run.

// program begins
use loyd_search::observe::Limit;
use loyd_tiles::solver::{Plan, Settings, Solver};
use loyd_tiles::{Position, format_moves, parse_position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = parse_position("8 6 7 2 5 4 3 0 1", None)?;
    let goal = Position::blank_last(start.size());
    let solver = Solver::prepare(&Plan::new(&goal, &Settings::default())?)?;
    let report = solver.solve(&start, 1, &Limit::none(), &mut |_progress| ());
    let path = report.outcome.path().ok_or("no solution")?;
    println!("{} moves: {}", path.len(), format_moves(path));
    Ok(())
}
// program ends

#[test]
fn the_program_of_the_readme_runs() {
    main().expect("the board can be solved");
}

#[test]
fn the_readme_shows_this_program() {
    // Git may have checked out either file with other line endings.
    let readme = include_str!("../../../../README.md").replace('\r', "");
    let this = include_str!("readme.rs").replace('\r', "");
    let (_, rest) = this.split_once("// program begins\n").expect("the first mark");
    let (program, _) = rest.split_once("// program ends\n").expect("the second mark");
    assert!(readme.contains(&format!("```rust\n{program}```")), "the README shows another program");
}
