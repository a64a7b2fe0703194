//! Groups of positions: random ones, and boards that a program read.

use crate::error::Error;
use crate::plan::{Board, Group};
use loyd::PuzzleName;

/// Uniform random positions of a shape; a seed gives the same ones in every version.
///
/// # Errors
/// If the shape or the goal is wrong.
pub fn random(
    puzzle: PuzzleName,
    shape: &str,
    count: u64,
    seed: u64,
    goal: Option<&str>,
) -> Result<Group, Error> {
    let (puzzle, shape) = (puzzle.puzzle(), shape.to_owned());
    let goal = puzzle.goal(Some(&shape), goal).map_err(loyd::Error::from)?;
    let mut random = puzzle.random(seed);
    let boards =
        (1..=count).map(|id| Board { id: id.to_string(), task: random(&*goal), published: None });
    let boards = boards.collect();
    let (noun, generator) = (puzzle.facts().noun, puzzle.facts().generator);
    let origin = format!(
        "{count} uniform random {noun}s of seed {seed} (generator {generator}), goal {}",
        goal.goal_name()
    );
    Ok(Group { name: shape.clone(), shape, origin, boards })
}

/// Boards of one source, a group for each shape.
pub fn by_shape(name: &str, origin: &str, boards: impl IntoIterator<Item = Board>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for board in boards {
        let shape = board.task.shape();
        match groups.iter_mut().find(|group| group.shape == shape) {
            Some(group) => group.boards.push(board),
            None => groups.push(Group {
                name: name.to_owned(),
                shape,
                origin: origin.to_owned(),
                boards: vec![board],
            }),
        }
    }
    if groups.len() > 1 {
        for group in &mut groups {
            group.name = format!("{name} {}", group.shape);
        }
    }
    groups
}
