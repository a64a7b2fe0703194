//! CSV: a column for the position (`tiles`), optional `id`, `goal`, `width`, `height`; other columns
//! pass through.

use super::{Batch, Context, Item, Read};
use crate::exit::Failure;
use crate::puzzle_args::of_column;
use crate::registry::texts;
use csv::StringRecord;
use loyd::PuzzleName;
use loyd_search::quote::shortened;

/// Columns with a meaning, beside those of the position.
const RESERVED: [&str; 4] = ["id", "goal", "width", "height"];

/// Separators of columns.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The first line that is neither empty nor a comment.
fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The fields of a header.
fn fields(line: &str, separator: char) -> impl Iterator<Item = &str> {
    line.split(separator).map(|field| field.trim().trim_matches('"'))
}

/// Returns true if this line names columns.
pub(super) fn begins_with_header(puzzle: PuzzleName, text: &str) -> bool {
    first_line(text).is_some_and(|line| {
        let is_name = |field| texts(puzzle).is_column_name(field);
        SEPARATORS.into_iter().any(|separator| fields(line, separator).any(is_name))
    })
}

/// True if a column holds positions.
fn is_position(puzzle: PuzzleName, name: &str) -> bool {
    puzzle.puzzle().facts().columns.iter().any(|column| name.trim().eq_ignore_ascii_case(column))
}

/// The separator for which a column holds positions, or else with the most columns.
fn separator(puzzle: PuzzleName, text: &str) -> char {
    let line = first_line(text).unwrap_or_default();
    let tiles = |separator: &char| fields(line, *separator).any(|field| is_position(puzzle, field));
    let columns = |separator: &char| fields(line, *separator).count();
    let separator = SEPARATORS.into_iter().find(tiles);
    // Ties go to the last, the comma.
    separator.or_else(|| SEPARATORS.into_iter().rev().max_by_key(columns)).unwrap_or(',')
}

/// The places of the columns with a meaning.
struct Columns {
    position: usize,
    id: Option<usize>,
    goal: Option<usize>,
    sides: Option<(usize, usize)>,
    /// Indices of the others.
    passed: Vec<usize>,
}

impl Columns {
    fn of(puzzle: PuzzleName, header: &StringRecord, name: &str) -> Result<Self, Failure> {
        let positions = puzzle.puzzle().facts().columns;
        let is = |column: &str, name: &str| column.trim().eq_ignore_ascii_case(name);
        let find = |name: &str| header.iter().position(|column| is(column, name));
        let times = |name: &&str| header.iter().filter(|column| is(column, name)).count();
        let reserved = || RESERVED.iter().chain(positions);
        if let Some(twice) = reserved().find(|name| times(name) > 1) {
            return Err(Failure::input(format!("{name} has two columns `{twice}`: remove one")));
        }
        let position = positions.iter().find_map(|column| find(column)).ok_or_else(|| {
            let columns: Vec<String> =
                header.iter().take(20).map(|column| shortened(column).into_owned()).collect();
            let more = if header.len() > columns.len() { ", …" } else { "" };
            let other = header.iter().find_map(|column| of_column(column.trim()));
            let hint = other.map(|other| format!("; for those of {other} add --puzzle {other}"));
            Failure::input(format!(
                "{name} has no column `{}`; its columns are: {}{more}{}",
                positions.join("` or `"),
                columns.join(", "),
                hint.unwrap_or_default()
            ))
        })?;
        let sides = match (find("width"), find("height")) {
            (Some(width), Some(height)) => Some((width, height)),
            (None, None) => None,
            _ => {
                return Err(Failure::input(format!(
                    "{name} has one of the columns `width` and `height`: give both, or --size"
                )));
            }
        };
        let used = |column: &str| reserved().any(|name| is(column, name));
        let others = header.iter().enumerate().filter(|(_, column)| !used(column));
        let passed = others.map(|(index, _)| index).collect();
        Ok(Self { position, id: find("id"), goal: find("goal"), sides, passed })
    }

    /// The shape in the columns of the sides.
    fn shape(&self, record: &StringRecord) -> Option<String> {
        let (width, height) = self.sides?;
        let (width, height) = (record[width].trim(), record[height].trim());
        (!width.is_empty() || !height.is_empty()).then(|| format!("{width}x{height}"))
    }

    fn task(&self, record: &StringRecord, context: &Context) -> Read {
        let own = self.shape(record);
        if let Some(own) = &own {
            let checked = context.puzzle.puzzle().check_shape(own);
            checked.map_err(|why| format!("width and height: {why}"))?;
        }
        let shape = match (own, &context.shape) {
            (Some(own), Some(requested)) if own != *requested => {
                return Err(format!("width and height say {own}, and --size {requested}"));
            }
            (own, requested) => own.or_else(|| requested.clone()),
        };
        let text = &record[self.position];
        let goal = self.goal.map(|goal| record[goal].trim()).filter(|goal| !goal.is_empty());
        let task = context.read_with(text, shape.as_deref(), goal.or(context.goal.as_deref()))?;
        match &context.goal {
            Some(requested) if goal.is_some() && !task.has_goal(requested) => Err(format!(
                "the column `goal` says {}, and --goal {}: give only one",
                shortened(&task.goal_name()),
                shortened(requested),
            )),
            _ => Ok(task),
        }
    }
}

/// Parses a table; `name` is for messages.
pub(super) fn parse(text: &str, name: &str, context: &Context) -> Result<Batch, Failure> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator(context.puzzle, text) as u8)
        .flexible(true)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let wrong = |error: &csv::Error| Failure::input(format!("{name}: {error}"));
    let header = reader.headers().map_err(|error| wrong(&error))?.clone();
    let columns = Columns::of(context.puzzle, &header, name)?;
    let mut items = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| wrong(&error))?;
        let line = record.position().map_or(0, csv::Position::line);
        let number = (items.len() + 1).to_string();
        let id = columns.id.and_then(|id| record.get(id)).map(str::trim);
        let id = id.filter(|id| !id.is_empty()).map_or(number, str::to_owned);
        let task = if record.len() == header.len() {
            columns.task(&record, context)
        } else {
            Err(format!(
                "{} fields, but the header has {} columns: fields with a separator in them stand in \
                 quotes",
                record.len(),
                header.len()
            ))
        };
        let raw_text = record.get(columns.position).filter(|_| task.is_err()).map(str::to_owned);
        let passed = columns.passed.iter();
        items.push(Item {
            id,
            place: format!("line {line} of {name}"),
            task,
            raw_text,
            passed: passed.map(|&at| record.get(at).unwrap_or_default().to_owned()).collect(),
        });
    }
    let names = columns.passed.iter().map(|&at| header[at].trim().to_owned());
    let (puzzle, columns) = (context.puzzle, names.collect());
    let mut batch = Batch { puzzle, columns, items, limits_moves: false };
    drop_redundant_puzzle(&mut batch);
    Ok(batch)
}

/// Removes the column `puzzle` if it has the shape of every position, as in results of this program.
fn drop_redundant_puzzle(batch: &mut Batch) {
    let is = |column: &String| column.eq_ignore_ascii_case("puzzle");
    let Some(at) = batch.columns.iter().position(is) else { return };
    let is_redundant = |item: &Item| match &item.task {
        Ok(task) => item.passed[at].trim() == task.shape(),
        Err(_) => true,
    };
    if batch.items.iter().all(is_redundant) {
        batch.columns.remove(at);
        for item in &mut batch.items {
            item.passed.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Batch, Failure> {
        parse(text, "f.csv", &Context::of(PuzzleName::Tiles))
    }

    #[test]
    fn headers_are_recognised() {
        assert!(begins_with_header(PuzzleName::Tiles, "# note\nid,tiles\n"));
        assert!(begins_with_header(PuzzleName::Tiles, "\"tiles\",a\n"));
        assert!(!begins_with_header(PuzzleName::Tiles, "1 2 3 0\n"));
        assert!(!begins_with_header(PuzzleName::Tiles, "fedcba9876543210\n"));
        assert!(!begins_with_header(PuzzleName::Tiles, "1 2 x 0\n"));
        assert!(
            !begins_with_header(PuzzleName::Tiles, "x 1 2 3\n")
                && !begins_with_header(PuzzleName::Tiles, "x12345678\n")
        );
        assert!(
            begins_with_header(PuzzleName::Tiles, "id;tiles\n")
                && begins_with_header(PuzzleName::Tiles, "id\ttiles\n")
        );
        assert!(!begins_with_header(PuzzleName::Tiles, ""));
    }

    #[test]
    fn columns_are_used_or_passed_through() {
        let text = "note,tiles,id,width,height,goal\nhello,1 2 3 4 0 5,a7,3,2,blank-first\n";
        let batch = parsed(text).expect("a table");
        assert_eq!(batch.columns, ["note"]);
        let item = &batch.items[0];
        assert_eq!((&item.id[..], &item.passed[..]), ("a7", &["hello".to_owned()][..]));
        let task = item.task.as_ref().expect("a board");
        assert_eq!(task.shape(), "3x2");
        assert_eq!(task.goal(), "0 1 2 3 4 5");
    }

    #[test]
    fn columns_are_separated_by_commas_semicolons_or_tabs() {
        for separator in [",", ";", "\t"] {
            let text = ["note,id,tiles", "a,1,1 2 3 0", "b,2,\"1,2;0\t3\""];
            let text = text.join("\n").replace("\"1,2;0\t3\"", "Q").replace(',', separator);
            let batch = parsed(&text.replace('Q', "\"1,2;0\t3\"")).expect("a table");
            assert_eq!(batch.columns, ["note"], "{separator:?}");
            assert!(batch.items.iter().all(|item| item.task.is_ok()), "{separator:?}");
        }
    }

    #[test]
    fn contradicting_columns_and_options_are_refused() {
        let context = |size: &str, goal: &str| Context {
            puzzle: PuzzleName::Tiles,
            shape: Some(size.to_owned()),
            goal: Some(goal.to_owned()),
        };
        let task = |text: &str, context: &Context| {
            let mut batch = parse(text, "f.csv", context).expect("a table");
            batch.items.remove(0).task
        };
        let table = "tiles,width,height,goal\n1 2 3 4 5 0,3,2,blank-last\n";
        assert!(task(table, &context("3x2", "blank-last")).is_ok());
        let size = task(table, &context("2x3", "blank-last")).expect_err("another size");
        assert!(size.contains("say 3x2, and --size 2x3"), "{size}");
        let goal = task(table, &context("3x2", "blank-first")).expect_err("another goal");
        assert!(goal.contains("says blank-last, and --goal blank-first"), "{goal}");
        assert!(parsed("tiles,width\n1 2 3 0,2\n").is_err());
        assert!(parsed("tiles,Tiles\n1 2 3 0,1 2 3 0\n").is_err());
    }

    #[test]
    fn invalid_boards_keep_their_text() {
        let batch = parsed("tiles,n\n1 2 3 9,x\n1 2 3 0,y\n").expect("a table");
        assert_eq!(batch.items[0].raw_text.as_deref(), Some("1 2 3 9"));
        assert_eq!(batch.items[1].raw_text, None);
    }

    #[test]
    fn a_redundant_puzzle_column_is_dropped() {
        let columns = |puzzle: &str| {
            let batch = parsed(&format!("puzzle,tiles\n2x2,1 2 3 0\n{puzzle},1 2 0 3\n"));
            batch.expect("a table").columns
        };
        assert!(columns("2x2").is_empty());
        assert_eq!(columns("no. 7"), ["puzzle"]);
    }

    #[test]
    fn a_short_row_is_one_bad_row() {
        let batch = parsed("tiles,note\n1 2 3 0\n1 2 0 3,x\n").expect("a table");
        assert!(batch.items[0].task.is_err() && batch.items[1].task.is_ok());
        assert_eq!(batch.items[0].place, "line 2 of f.csv");
    }

    #[test]
    fn the_columns_it_has_are_listed() {
        let error = parsed("id,board\n1,x\n").err().expect("no tiles").to_string();
        assert!(error.contains("id, board"), "{error}");
    }
}
