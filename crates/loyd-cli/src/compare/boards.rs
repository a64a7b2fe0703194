//! The boards of a comparison: random ones, those of files, those that come with the program.

use super::plan::{Board, Group};
use crate::args::{BoardArgs, ShapeArgs};
use crate::exit::Failure;
use crate::input::{self, Batch, located};
use crate::puzzles::PuzzleArgs;
use crate::sets::{Set, known_lengths};
use clap::ValueEnum;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{Goal, MetricName, Scrambler, Size};
use std::path::Path;

/// Uniform random boards, those that `loyd scramble` prints for the same size and seed.
pub(crate) fn random(size: Size, count: u64, seed: u64, goal: &Goal) -> Result<Group, Failure> {
    let position = goal.position(size).ok_or_else(|| {
        Failure::input(format!("the goal is not a {size} board: they must be of one size"))
    })?;
    let mut scrambler = Scrambler::new(seed);
    let boards = (1..=count).map(|id| Board {
        id: id.to_string(),
        start: scrambler.position(&position),
        goal: position.clone(),
        published: None,
    });
    Ok(Group {
        name: size.to_string(),
        size,
        origin: format!(
            "{count} uniform random boards: loyd scramble --size {size} --count {count} --seed \
             {seed} --goal {goal} (generator {})",
            Scrambler::GENERATOR
        ),
        boards: boards.collect(),
    })
}

/// Boards of a file, a group for each size in it.
pub(crate) fn of_file(
    file: &Path,
    shape: &ShapeArgs,
    ids: &[String],
    metric: MetricName,
    quiet: bool,
) -> Result<Vec<Group>, Failure> {
    let args = BoardArgs {
        boards: Vec::new(),
        input: Some(file.to_owned()),
        puzzle: PuzzleArgs::default(),
        shape: shape.clone(),
    };
    let batch = input::read(&args, quiet)?;
    let name = file.file_name().map_or("input".into(), |name| name.to_string_lossy().into_owned());
    groups(&batch, &name, &format!("file {}", file.display()), ids, metric)
}

/// Boards of a set that comes with the program.
pub(crate) fn of_set(set: Set, ids: &[String], metric: MetricName) -> Result<Vec<Group>, Failure> {
    let name =
        set.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let batch = input::built_in(set.text())?;
    groups(&batch, &name, &format!("the set {name} that comes with loyd"), ids, metric)
}

fn groups(
    batch: &Batch<Tiles>,
    name: &str,
    origin: &str,
    ids: &[String],
    metric: MetricName,
) -> Result<Vec<Group>, Failure> {
    let known = |id: &String| batch.items.iter().any(|item| item.id == *id);
    if let Some(unknown) = ids.iter().find(|id| !known(id)) {
        return Err(Failure::input(format!("no board of {name} has the id {unknown}")));
    }
    let mut groups: Vec<Group> = Vec::new();
    for (item, published) in batch.items.iter().zip(known_lengths(batch, metric)) {
        if !ids.is_empty() && !ids.contains(&item.id) {
            continue;
        }
        let task = item.task.as_ref().map_err(|why| Failure::input(located(&item.place, why)))?;
        let (start, goal) = (task.start.clone(), task.goal.clone());
        let board = Board { id: item.id.clone(), start, goal, published };
        let size = task.start.size();
        match groups.iter_mut().find(|group| group.size == size) {
            Some(group) => group.boards.push(board),
            None => groups.push(Group {
                name: name.to_owned(),
                size,
                origin: origin.to_owned(),
                boards: vec![board],
            }),
        }
    }
    if groups.len() > 1 {
        for group in &mut groups {
            group.name = format!("{name} {}", group.size);
        }
    }
    Ok(groups)
}
