//! Parses partitions: a name of the catalogue, tiles, masks, or a file with a drawing.

use crate::exit::Failure;
use crate::files;
use loyd_search::names::did_you_mean;
use loyd_search::quote::{quoted, shortened};
use loyd_tiles::pdb::{Partition, catalogue};
use loyd_tiles::{Goal, Position, Size};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The partitions of the catalogue, each once: some are names on several boards.
pub(crate) fn names() -> Vec<(&'static str, &'static str)> {
    let names: BTreeSet<_> = catalogue::CATALOGUE.iter().map(catalogue::Entry::name).collect();
    names.into_iter().map(|name| (name, "a partition of the catalogue")).collect()
}

/// A partition and its name.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// The text as written.
    pub(crate) name: String,
    /// For the requested goal, or else as it is drawn.
    pub(crate) partition: Partition,
}

impl Named {
    /// Parses `text` for a board and a goal, if they are given.
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
        } else if text.is_empty() {
            return Err(Failure::input(format!(
                "a partition needs a name; {}",
                partitions_of(size)
            )));
        } else if tiles && !Path::new(text).is_file() {
            return Ok(Self { name, partition: from_tiles(text, size, goal)? });
        } else {
            from_file(text, size)?
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
    let wrong = || Failure::input(format!("the goal is not a {size} board: give another --size"));
    goal.position(size).filter(Position::is_board).ok_or_else(wrong)
}

fn from_catalogue(name: &str, size: Option<Size>) -> Result<Partition, Failure> {
    let partitions: Vec<Partition> =
        catalogue::named(name).map(catalogue::Entry::partition).collect();
    let fits = |partition: &&Partition| {
        size.is_none_or(|size| [size, size.transposed()].contains(&partition.size()))
    };
    let fitting: Vec<&Partition> = partitions.iter().filter(fits).collect();
    let sizes: Vec<String> =
        partitions.iter().map(|partition| partition.size().to_string()).collect();
    let sizes = sizes.join(" and ");
    match (&fitting[..], size) {
        ([only], None) => Ok((*only).clone()),
        ([only, ..], Some(size)) => {
            let turned = only.turned_to(size, only.blank());
            // A corner of the one is a corner of the other.
            Ok(turned.or_else(|| only.turned_to(size, 0)).unwrap_or_else(|| (*only).clone()))
        }
        ([], Some(size)) => Err(Failure::input(format!(
            "{name} is a partition of {sizes} boards, not of {size}; {}",
            partitions_of(Some(size))
        ))),
        _ => Err(Failure::input(format!("{name} is a partition of {sizes}: give a --size"))),
    }
}

fn from_tiles(text: &str, size: Option<Size>, goal: Option<&Goal>) -> Result<Partition, Failure> {
    let size = size.or(goal.and_then(Goal::size)).ok_or_else(|| {
        Failure::input("tiles alone do not tell the board: give its --size, such as 4x4")
    })?;
    let goal = on(goal.unwrap_or(&Goal::BlankLast), size)?;
    Partition::from_tiles(text, &goal).map_err(|error| Failure::input(error.to_string()))
}

/// The largest file that is read as a drawing: boards have at most 64 cells.
const MAX_DRAWING: u64 = 64 << 10;

fn from_file(text: &str, size: Option<Size>) -> Result<Partition, Failure> {
    files::reading(text.as_ref())?;
    let drawing = read_drawing(Path::new(text)).map_err(|error| {
        let names = catalogue::CATALOGUE.iter().map(catalogue::Entry::name);
        // Without a similar name it is the list, which is printed by board below.
        let near = Some(did_you_mean(text, names)).filter(|hint| hint.starts_with("did you mean"));
        let near = near.map_or_else(String::new, |near| format!("{near} "));
        Failure::input(format!(
            "{} is neither a partition of the catalogue nor a list of tiles, and cannot be read \
             as a file ({error}); {near}{}",
            quoted(text),
            partitions_of(size)
        ))
    })?;
    Partition::from_drawing(&drawing)
        .map_err(|error| Failure::input(format!("{}: {error}", shortened(text))))
}

fn read_drawing(place: &Path) -> io::Result<String> {
    let mut drawing = String::new();
    File::open(place)?.take(MAX_DRAWING + 1).read_to_string(&mut drawing)?;
    if drawing.len() as u64 > MAX_DRAWING {
        return Err(io::Error::other("it is too long for a drawing"));
    }
    Ok(drawing)
}

/// The partitions that have a name: those of a board, or those of every board.
fn partitions_of(size: Option<Size>) -> String {
    let entries = || catalogue::CATALOGUE.iter().map(|entry| (entry.partition().size(), entry));
    if let Some(size) = size {
        let same = |of: Size| [size, size.transposed()].contains(&of);
        let names: Vec<&str> =
            entries().filter(|&(of, _)| same(of)).map(|(_, entry)| entry.name()).collect();
        if !names.is_empty() {
            return format!("of {size} boards there are {}", names.join(", "));
        }
    }
    let mut boards: Vec<(Size, Vec<&str>)> = Vec::new();
    for (of, entry) in entries() {
        match boards.iter_mut().find(|(board, _)| *board == of) {
            Some((_, names)) => names.push(entry.name()),
            None => boards.push((of, vec![entry.name()])),
        }
    }
    let boards = boards.iter().map(|(of, names)| format!("{of}: {}", names.join(", ")));
    format!("there are {}", boards.collect::<Vec<_>>().join("; "))
}
