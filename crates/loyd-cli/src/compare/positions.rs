//! The positions of a comparison: random ones, those of files, those that come with the program.

use super::plan::{Board, Group};
use crate::args::{BoardArgs, ShapeArgs};
use crate::benchmark_sets::{Set, known_lengths};
use crate::exit::Failure;
use crate::family::Family;
use crate::input::{self, Batch, located};
use crate::puzzle_args::{PuzzleArgs, Which};
use crate::registry::texts;
use clap::ValueEnum;
use loyd::erased::Metric;
use loyd::{PuzzleName, Task};
use std::path::Path;

/// Uniform random positions, those that `loyd scramble` prints for the same shape and seed.
pub(crate) fn random<P: Family>(
    shape: &str,
    count: u64,
    seed: u64,
    goal: Option<&str>,
) -> Result<Group<P>, Failure> {
    let position = P::goal_at(Some(shape), goal)?
        .unwrap_or_else(|| unreachable!("a shape tells which goal is meant"));
    let mut random = P::random(seed);
    let boards = (1..=count).map(|id| Board {
        id: id.to_string(),
        start: random(&position),
        goal: position.clone(),
        published: None,
    });
    let goal = P::goal_name(&position);
    Ok(Group {
        name: shape.to_owned(),
        shape: shape.to_owned(),
        origin: format!(
            "{count} uniform random {}s: loyd scramble {} --count {count} --seed {seed} --goal \
             {goal} (generator {})",
            P::NOUN,
            texts(PuzzleName::of::<P>()).shape_options(shape),
            P::GENERATOR
        ),
        boards: boards.collect(),
    })
}

/// Positions of a file, a group for each shape in it.
pub(crate) fn of_file<P: Family>(
    file: &Path,
    shape: &ShapeArgs,
    ids: &[String],
    metric: P::Metric,
    quiet: bool,
) -> Result<Vec<Group<P>>, Failure> {
    let args = BoardArgs {
        boards: Vec::new(),
        input: Some(file.to_owned()),
        puzzle: PuzzleArgs { which: Which { puzzle: PuzzleName::of::<P>(), shape: None } },
        shape: shape.clone(),
    };
    let batch = input::read(&args, quiet)?;
    let name = file.file_name().map_or("input".into(), |name| name.to_string_lossy().into_owned());
    groups(&batch, &name, &format!("file {}", file.display()), ids, metric)
}

/// Positions of a set that comes with the program.
pub(crate) fn of_set<P: Family>(
    set: Set,
    ids: &[String],
    metric: P::Metric,
) -> Result<Vec<Group<P>>, Failure> {
    let name =
        set.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let batch = input::built_in(PuzzleName::of::<P>(), set.text())?;
    groups(&batch, &name, &format!("the set {name} that comes with loyd"), ids, metric)
}

fn groups<P: Family>(
    batch: &Batch,
    name: &str,
    origin: &str,
    ids: &[String],
    metric: P::Metric,
) -> Result<Vec<Group<P>>, Failure> {
    let known = |id: &String| batch.items.iter().any(|item| item.id == *id);
    if let Some(unknown) = ids.iter().find(|id| !known(id)) {
        return Err(Failure::input(format!("no {} of {name} has the id {unknown}", P::NOUN)));
    }
    let mut groups: Vec<Group<P>> = Vec::new();
    for (item, published) in batch.items.iter().zip(known_lengths(batch, &Metric::of::<P>(metric)))
    {
        if !ids.is_empty() && !ids.contains(&item.id) {
            continue;
        }
        let task = item.task.as_ref().map_err(|why| Failure::input(located(&item.place, why)))?;
        let Task { start, goal } = task.typed::<P>().clone();
        let board = Board { id: item.id.clone(), start, goal, published };
        let shape = task.shape();
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
    Ok(groups)
}
