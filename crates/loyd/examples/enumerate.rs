//! The number of positions at each distance from the start, and the positions that are farthest from it.
//! `cargo run --release -p loyd --example enumerate -- 4x2`

fn main() -> Result<(), loyd::Error> {
    let shape = std::env::args().nth(1).unwrap_or_else(|| "4x2".into());
    let result = loyd::enumerate("tiles").shape(&shape).antipodes(3).run()?;
    for (depth, states) in result.levels.iter().enumerate() {
        println!("{depth:>5} {states:>15}");
    }
    println!("{} positions, {:.3} s", result.total, result.seconds);
    for antipode in result.antipodes.iter().flat_map(|found| found.positions.iter().flatten()) {
        println!("farthest: {antipode}");
    }
    Ok(())
}
