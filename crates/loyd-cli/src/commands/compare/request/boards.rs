//! The boards of a comparison: random ones, those of a file, those of a set.

use super::Request;
use crate::args::{BoardArgs, ShapeArgs};
use crate::exit::Failure;
use crate::input::{self, Batch, located};
use crate::puzzle_args::{PuzzleArgs, Which};
use crate::registry::texts;
use crate::set_args::SetArgs;
use loyd::erased::Metric;
use loyd_lab::{Board, Group, by_shape, random};
use std::path::Path;
use std::sync::Arc;

impl Request {
    /// The groups of boards that the options name.
    pub(super) fn groups(&self, metric: &Metric) -> Result<Vec<Group>, Failure> {
        let args = &self.args;
        let goal = args.goal.as_deref().filter(|goal| *goal != self.puzzle.puzzle().facts().goal);
        if !args.ids.is_empty() && args.input.is_none() && args.set.is_none() {
            return Err(Failure::input("--ids chooses from --input or --set: name one of them"));
        }
        let mut groups = if let Some(file) = &args.input {
            self.of_file(file, goal, metric)?
        } else if let Some(set) = args.set {
            if goal.is_some() {
                return Err(Failure::input(
                    "the boards of a set have their own goals: remove --goal",
                ));
            }
            let (name, _) = set.info();
            let batch = input::built_in(self.puzzle, set)?;
            let boards = self.boards(batch, name, metric)?;
            by_shape(name, &format!("the set {name} that comes with loyd"), boards)
        } else {
            let random = |shape: &String| {
                let group = random(self.puzzle, shape, args.count(), args.seed, goal);
                group.map_err(Failure::from)
            };
            let mut groups = args.shapes().iter().map(random).collect::<Result<Vec<_>, _>>()?;
            self.name_sources(&mut groups, goal)?;
            return Ok(groups);
        };
        if let Some(count) = args.count {
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            for group in &mut groups {
                group.boards.truncate(count);
            }
        }
        Ok(groups)
    }

    /// Names the command that prints the boards of random groups as their source.
    pub(super) fn name_sources(
        &self,
        groups: &mut [Group],
        goal: Option<&str>,
    ) -> Result<(), Failure> {
        let (puzzle, count, seed) = (self.puzzle.puzzle(), self.args.count(), self.args.seed);
        let facts = puzzle.facts();
        for group in groups {
            let shape = texts(self.puzzle).shape_options(&group.shape);
            let goal = puzzle.goal(Some(&group.shape), goal)?.goal_name();
            group.origin = format!(
                "{count} uniform random {}s: loyd scramble {shape} --count {count} --seed {seed} \
                 --goal {goal} (generator {})",
                facts.noun, facts.generator
            );
        }
        Ok(())
    }

    /// The boards of a file, a group for each shape in it.
    fn of_file(
        &self,
        file: &Path,
        goal: Option<&str>,
        metric: &Metric,
    ) -> Result<Vec<Group>, Failure> {
        let size = self.args.puzzle.which.shape.clone();
        let args = BoardArgs {
            boards: Vec::new(),
            input: Some(file.to_owned()),
            set: SetArgs::default(),
            puzzle: PuzzleArgs { which: Which { puzzle: self.puzzle, shape: None } },
            shape: ShapeArgs { size, goals: goal.map(str::to_owned).into_iter().collect() },
        };
        let batch = input::read(&args, self.args.quiet)?;
        let name = file.file_name();
        let name = name.map_or("input".into(), |name| name.to_string_lossy());
        let boards = self.boards(batch, &name, metric)?;
        Ok(by_shape(&name, &format!("file {}", file.display()), boards))
    }

    /// The boards that were read, those with the ids that the options name.
    fn boards(&self, mut batch: Batch, name: &str, metric: &Metric) -> Result<Vec<Board>, Failure> {
        batch.choose(&self.args.ids, name)?;
        let chosen = batch.items.iter().zip(batch.known_lengths(metric));
        let board = |(item, published): (&input::Item, _)| match &item.task {
            Ok(task) => Ok(Board { id: item.id.clone(), task: Arc::clone(task), published }),
            Err(why) => Err(Failure::input(located(&item.place, why))),
        };
        chosen.map(board).collect()
    }
}
