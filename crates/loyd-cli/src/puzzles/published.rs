//! Published levels of cubes and other twisty puzzles.

/// The published levels of a cube, which all starts have.
pub(super) fn cube_levels(puzzle: &str, metric: &str) -> Option<Vec<u64>> {
    levels(loyd_data::CUBE_LEVELS, puzzle, metric)
}

/// The published levels of another twisty puzzle, which all starts have.
pub(super) fn twisty_levels(puzzle: &str, metric: &str) -> Option<Vec<u64>> {
    let Some(pancakes) = puzzle.strip_prefix("pancake-") else {
        return levels(loyd_data::TWISTY_LEVELS, puzzle, metric);
    };
    let states = |line: &str| {
        let [count, _, states] = line.split(',').collect::<Vec<_>>()[..] else { return None };
        (count == pancakes).then(|| states.parse().ok())?
    };
    let levels: Vec<u64> = loyd_data::PANCAKE_LEVELS.lines().filter_map(states).collect();
    Some(levels).filter(|levels| !levels.is_empty())
}

fn levels(table: &str, puzzle: &str, metric: &str) -> Option<Vec<u64>> {
    let states = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let [its_puzzle, its_metric, _, states, ..] = fields[..] else { return None };
        (its_puzzle == puzzle && its_metric == metric).then(|| states.parse().ok())?
    };
    let levels: Vec<u64> = table.lines().filter_map(states).collect();
    Some(levels).filter(|levels| !levels.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_cube_are_found_whole() {
        for (metric, radius) in [("half", 11), ("quarter", 14)] {
            let levels = cube_levels("2x2x2", metric).expect("it is published");
            assert_eq!(levels.len(), radius + 1);
            assert_eq!(levels.iter().sum::<u64>(), 3_674_160);
        }
        assert_eq!(cube_levels("2x2x2", "single"), None);
    }
}
