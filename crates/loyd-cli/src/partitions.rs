//! From what people write to a partition: a name of the catalogue, tiles, masks, or a file with a
//! drawing.

use crate::exit::Failure;
use crate::files;
use loyd::names::did_you_mean;
use loyd::pdb::{Partition, catalogue};
use loyd::puzzle::tiles::{Goal, Position, Size};
use loyd::quote::quoted;
use std::path::Path;

/// A partition and what it was called.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// As it was written.
    pub(crate) name: String,
    /// For the goal asked for, or else as it is drawn.
    pub(crate) partition: Partition,
}

impl Named {
    /// Understands `text` on a board and for a goal, each as far as it is given.
    pub(crate) fn parse(
        text: &str,
        size: Option<Size>,
        goal: Option<&Goal>,
    ) -> Result<Self, Failure> {
        let text = text.trim();
        let name = text.to_owned();
        let tiles = text.starts_with(|first: char| first.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_hexdigit() || ", /;xX".contains(c));
        let drawn = if catalogue::named(text).next().is_some() {
            from_catalogue(text, size)?
        } else if tiles && !Path::new(text).is_file() {
            return Ok(Self { name, partition: from_tiles(text, size, goal)? });
        } else {
            from_file(text)?
        };
        let Some(goal) = goal else {
            if size.is_some_and(|size| size != drawn.size()) {
                let size = drawn.size();
                return Err(Failure::input(format!("{name} is a partition of {size} boards")));
            }
            return Ok(Self { name, partition: drawn });
        };
        let size = size.unwrap_or(drawn.size());
        let blank = on(goal, size)?.blank();
        let turned = drawn.turned_to(size, blank).ok_or_else(|| {
            Failure::input(format!(
                "{name} is a partition of {} boards with the goal's blank on cell {} or one that \
                 symmetry makes the same, not of {size} with the blank on cell {blank}: draw one \
                 in a file",
                drawn.size(),
                drawn.blank(),
            ))
        })?;
        Ok(Self { name, partition: turned })
    }
}

fn on(goal: &Goal, size: Size) -> Result<Position, Failure> {
    let wrong = || Failure::input(format!("the goal is no {size} board: give another --size"));
    goal.position(size).ok_or_else(wrong)
}

fn from_catalogue(name: &str, size: Option<Size>) -> Result<Partition, Failure> {
    let known: Vec<Partition> = catalogue::named(name).map(catalogue::Entry::partition).collect();
    let fits = |partition: &&Partition| {
        size.is_none_or(|size| [size, size.transposed()].contains(&partition.size()))
    };
    let fitting: Vec<&Partition> = known.iter().filter(fits).collect();
    let sizes: Vec<String> = known.iter().map(|partition| partition.size().to_string()).collect();
    let sizes = sizes.join(" and ");
    match (&fitting[..], size) {
        ([only], None) => Ok((*only).clone()),
        ([only, ..], Some(size)) => {
            let turned = only.turned_to(size, only.blank());
            // A corner of the one is a corner of the other.
            Ok(turned.or_else(|| only.turned_to(size, 0)).unwrap_or_else(|| (*only).clone()))
        }
        ([], Some(size)) => {
            Err(Failure::input(format!("{name} is a partition of {sizes} boards, not of {size}")))
        }
        _ => Err(Failure::input(format!("{name} is a partition of {sizes}: give a --size"))),
    }
}

fn from_tiles(text: &str, size: Option<Size>, goal: Option<&Goal>) -> Result<Partition, Failure> {
    let board = match goal {
        Some(Goal::Board(position)) => size.or(Some(position.size())),
        _ => size,
    };
    let size = board.ok_or_else(|| {
        Failure::input("tiles alone do not tell the board: give its --size, such as 4x4")
    })?;
    let goal = on(goal.unwrap_or(&Goal::BlankLast), size)?;
    Partition::from_tiles(text, &goal).map_err(|error| Failure::input(error.to_string()))
}

fn from_file(text: &str) -> Result<Partition, Failure> {
    files::reading(text.as_ref())?;
    let drawing = std::fs::read_to_string(text).map_err(|error| {
        let names = catalogue::CATALOGUE.iter().map(catalogue::Entry::name);
        let hint = did_you_mean(text, names);
        Failure::input(format!(
            "{} is neither a partition of the catalogue nor a list of tiles, and cannot be \
             read as a file ({error}); {hint}",
            quoted(text)
        ))
    })?;
    Partition::from_drawing(&drawing).map_err(|error| Failure::input(format!("{text}: {error}")))
}
