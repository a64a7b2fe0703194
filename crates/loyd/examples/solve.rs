//! A shortest solution of a board.
//! `cargo run --release -p loyd --example solve -- "8 6 7 2 5 4 3 0 1"`

fn main() -> Result<(), loyd::Error> {
    let board = std::env::args().nth(1).unwrap_or_else(|| "8 6 7 2 5 4 3 0 1".into());
    let result = loyd::solve("tiles", &board).run()?;
    match (result.length, result.moves) {
        (Some(length), Some(moves)) => println!("{length} moves: {moves}"),
        _ => println!("no solution"),
    }
    Ok(())
}
