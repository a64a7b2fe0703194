//! A new puzzle in a few lines: the Towers of Hanoi, solved by A* and enumerated.
//! `cargo run --release -p loyd --example new_puzzle`

use loyd::search::observe::Limit;
use loyd::search::problem::{Problem, astar, levels};

/// Disks on three pegs; a state has the peg of each disk, the smallest first.
struct Hanoi;

const DISKS: usize = 8;

impl Problem for Hanoi {
    type State = [u8; DISKS];

    /// A disk moves if no smaller one is on its peg or on the peg to which it moves.
    fn successors(&self, pegs: &[u8; DISKS]) -> Vec<[u8; DISKS]> {
        let mut successors = Vec::new();
        for disk in 0..DISKS {
            for peg in 0..3 {
                let is_blocked = pegs[..disk].iter().any(|&it| it == pegs[disk] || it == peg);
                if peg != pegs[disk] && !is_blocked {
                    let mut after = *pegs;
                    after[disk] = peg;
                    successors.push(after);
                }
            }
        }
        successors
    }

    fn is_goal(&self, pegs: &[u8; DISKS]) -> bool {
        *pegs == [2; DISKS]
    }

    /// When the largest disk off its goal moves there, the `n` smaller ones are on the third peg: 2^n - 1 more
    /// moves bring them to the goal.
    fn heuristic(&self, pegs: &[u8; DISKS]) -> u32 {
        pegs.iter().rposition(|&peg| peg != 2).map_or(0, |largest| 1 << largest)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = [0; DISKS];
    let solution = astar(&Hanoi, &start, &Limit::none())?;
    println!("{} moves, {} states expanded", solution.cost, solution.statistics.expanded);
    let levels = levels(&Hanoi, &start, &Limit::none());
    let states: u64 = levels.counts.iter().sum();
    println!("{states} states, the farthest {} moves from the start", levels.counts.len() - 1);
    Ok(())
}
