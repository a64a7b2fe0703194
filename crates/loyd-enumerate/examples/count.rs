//! Counts the levels of a board: `cargo run --release --example count -- 4x3 [depth]`.
use loyd::observe::Cancel;
use loyd::puzzle::tiles::parse_size;
use loyd_enumerate::{Plan, Request, run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let size = parse_size(&args.next().unwrap_or_else(|| "3x3".into()))?;
    let depth = args.next().map(|depth| depth.parse()).transpose()?;
    let plan = Plan::new(&Request { depth, ..Request::new(size) })?;
    let found = run(&plan, &Cancel::new(), &mut |_| ())?;
    println!("{found:?}");
    println!("{:.1} M states/s", found.total as f64 / found.seconds / 1e6);
    Ok(())
}
