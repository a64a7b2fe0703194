//! CSV: a column `tiles`, optional `id`, `goal`, `width`, `height`; other columns pass through.

use super::{Batch, Context, Item, Task};
use crate::exit::Failure;
use csv::StringRecord;
use loyd::puzzle::tiles::{Size, parse_goal};

/// Columns with a meaning of their own.
const MEANT: [&str; 5] = ["id", "tiles", "goal", "width", "height"];

/// Whether the first line that says anything names columns: it has a field that is a word, and
/// not hexadecimal digits.
pub(super) fn begins_with_header(text: &str) -> bool {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    line.is_some_and(|line| {
        line.split(',').map(|field| field.trim().trim_matches('"')).any(|field| {
            field.len() > 1
                && field.starts_with(|c: char| c.is_ascii_alphabetic())
                && !field.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
    })
}

/// Where the columns with a meaning are.
struct Columns {
    tiles: usize,
    id: Option<usize>,
    goal: Option<usize>,
    sides: Option<(usize, usize)>,
    /// Indices of the others.
    passed: Vec<usize>,
}

impl Columns {
    fn of(header: &StringRecord, name: &str) -> Result<Self, Failure> {
        let find = |wanted: &str| {
            header.iter().position(|column| column.trim().eq_ignore_ascii_case(wanted))
        };
        let tiles = find("tiles").ok_or_else(|| {
            let shown: Vec<String> = header
                .iter()
                .take(20)
                .map(|column| format!("{:.40}", column.escape_debug()))
                .collect();
            let more = if header.len() > shown.len() { ", …" } else { "" };
            Failure::input(format!(
                "{name} has no column `tiles`; its columns are: {}{more}",
                shown.join(", ")
            ))
        })?;
        let sides = match (find("width"), find("height")) {
            (Some(width), Some(height)) => Some((width, height)),
            _ => None,
        };
        let used =
            |column: &str| MEANT.iter().any(|meant| column.trim().eq_ignore_ascii_case(meant));
        let others = header.iter().enumerate().filter(|(_, column)| !used(column));
        let passed = others.map(|(index, _)| index).collect();
        Ok(Self { tiles, id: find("id"), goal: find("goal"), sides, passed })
    }

    fn size(&self, record: &StringRecord) -> Result<Option<Size>, String> {
        let Some((width, height)) = self.sides else { return Ok(None) };
        let (width, height) = (record[width].trim(), record[height].trim());
        if width.is_empty() && height.is_empty() {
            return Ok(None);
        }
        super::super::args::size(&format!("{width}x{height}"))
            .map(Some)
            .map_err(|why| format!("width and height: {why}"))
    }

    fn task(&self, record: &StringRecord, context: &Context) -> Result<Task, String> {
        let size = self.size(record)?.or(context.size);
        let goal = self.goal.map(|goal| record[goal].trim()).filter(|goal| !goal.is_empty());
        match goal {
            None => Task::parse(&record[self.tiles], size, &context.goal),
            Some(goal) => {
                let goal = parse_goal(goal, size).map_err(|why| format!("the goal: {why}"))?;
                Task::parse(&record[self.tiles], size, &goal)
            }
        }
    }
}

/// Parses a table; `name` is for messages.
pub(super) fn parse(text: &str, name: &str, context: &Context) -> Result<Batch, Failure> {
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).comment(Some(b'#')).from_reader(text.as_bytes());
    let wrong = |error: &csv::Error| Failure::input(format!("{name}: {error}"));
    let header = reader.headers().map_err(|error| wrong(&error))?.clone();
    let columns = Columns::of(&header, name)?;
    let mut items = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| wrong(&error))?;
        let line = record.position().map_or(0, csv::Position::line);
        let number = (items.len() + 1).to_string();
        let given = columns.id.and_then(|id| record.get(id)).map(str::trim);
        let id = given.filter(|id| !id.is_empty()).map_or(number, str::to_owned);
        let task = if record.len() == header.len() {
            columns.task(&record, context)
        } else {
            Err(format!("{} fields, but the header has {} columns", record.len(), header.len()))
        };
        let passed = columns.passed.iter();
        items.push(Item {
            id,
            place: format!("line {line} of {name}"),
            task,
            passed: passed.map(|&at| record.get(at).unwrap_or_default().to_owned()).collect(),
        });
    }
    let names = columns.passed.iter().map(|&at| header[at].trim().to_owned());
    Ok(Batch { columns: names.collect(), items })
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::puzzle::tiles::Goal;

    fn parsed(text: &str) -> Result<Batch, Failure> {
        parse(text, "f.csv", &Context { size: None, goal: Goal::default() })
    }

    #[test]
    fn headers_are_recognised() {
        assert!(begins_with_header("# note\nid,tiles\n"));
        assert!(begins_with_header("\"tiles\",a\n"));
        assert!(!begins_with_header("1 2 3 0\n"));
        assert!(!begins_with_header("fedcba9876543210\n"));
        assert!(!begins_with_header("1 2 x 0\n"));
        assert!(!begins_with_header(""));
    }

    #[test]
    fn columns_are_used_or_passed_through() {
        let text = "note,tiles,id,width,height,goal\nhello,1 2 3 4 0 5,a7,3,2,blank-first\n";
        let batch = parsed(text).expect("a table");
        assert_eq!(batch.columns, ["note"]);
        let item = &batch.items[0];
        assert_eq!((&item.id[..], &item.passed[..]), ("a7", &["hello".to_owned()][..]));
        let task = item.task.as_ref().expect("a board");
        assert_eq!(task.start.size().to_string(), "3x2");
        assert_eq!(task.goal.to_line(), "0 1 2 3 4 5");
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
