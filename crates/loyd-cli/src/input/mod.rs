//! Reads boards from arguments, files and standard input, each with its place.

mod lines;
mod sets;
mod source;
mod table;

pub(crate) use sets::{built_in, of_set};

use crate::args::{BoardArgs, refuse};
use crate::exit::Failure;
use crate::position_file;
use crate::registry::texts;
use crate::texts::advised;
use crate::usage::shell_word;
use loyd::PuzzleName;
use loyd::erased::{AnyTask, Metric};
use std::path::Path;
use std::sync::Arc;

/// The tasks, in the order of the input.
pub(crate) struct Batch {
    pub(crate) puzzle: PuzzleName,
    /// Names of the columns that are passed through.
    pub(crate) columns: Vec<String>,
    /// The boards, the unreadable ones included.
    pub(crate) items: Vec<Item>,
    /// True if a search may not make all moves, so that no other solution replaces it.
    pub(crate) limits_moves: bool,
}

impl Batch {
    /// The lengths in the column `optimal_length` or `published_length`; they are those of the default metric.
    pub(crate) fn known_lengths(&self, metric: &Metric) -> Vec<Option<u32>> {
        self.lengths(metric, &[sets::OPTIMAL_LENGTH, sets::PUBLISHED_LENGTH])
    }

    /// The lengths in the column `published_length`, which results are compared with.
    pub(crate) fn published_lengths(&self, metric: &Metric) -> Vec<Option<u32>> {
        if self.limits_moves {
            return vec![None; self.items.len()];
        }
        self.lengths(metric, &[sets::PUBLISHED_LENGTH])
    }

    /// The lengths in the first column with one of the names.
    fn lengths(&self, metric: &Metric, names: &[&str]) -> Vec<Option<u32>> {
        let is_default = self.puzzle.puzzle().metric(None).is_ok_and(|usual| usual == *metric);
        let column = self.columns.iter().position(|column| names.contains(&&column[..]));
        let length = |passed: &[String]| passed.get(column?)?.trim().parse().ok();
        let items = self.items.iter();
        items.map(|item| length(&item.passed).filter(|_| is_default)).collect()
    }
}

/// A position and its goal, or the reason why they cannot be read.
pub(crate) type Read = Result<Arc<dyn AnyTask>, String>;

/// One board of the input.
pub(crate) struct Item {
    /// The id given, or the number of the line.
    pub(crate) id: String,
    /// "line 3 of boards.txt", "board 2", or empty for a single board.
    pub(crate) place: String,
    /// The board and its goal, or the error.
    pub(crate) task: Read,
    /// The text, if it is not a board.
    pub(crate) raw_text: Option<String>,
    /// The values of [`Batch::columns`].
    pub(crate) passed: Vec<String>,
}

impl Item {
    /// A board without other columns; `text` is its source.
    fn of(id: String, place: String, text: String, task: Read) -> Self {
        let raw_text = Some(text).filter(|_| task.is_err());
        Self { id, place, task, raw_text, passed: Vec::new() }
    }
}

/// A message with the place before it.
pub(crate) fn located(place: &str, message: &str) -> String {
    if place.is_empty() { message.to_owned() } else { format!("{place}: {message}") }
}

/// Reads all positions that the command line names.
pub(crate) fn read(args: &BoardArgs, quiet: bool) -> Result<Batch, Failure> {
    let mut batch = read_all(args, quiet)?;
    if !args.set.is_given() {
        batch.choose(&args.set.ids, "the input")?;
    }
    Ok(batch)
}

/// Reads the positions with all ids.
fn read_all(args: &BoardArgs, quiet: bool) -> Result<Batch, Failure> {
    let which = args.which();
    if args.set.is_given() {
        refuse(
            &[("--size", args.shape.size.is_some()), ("--goal", !args.shape.goals.is_empty())],
            "is not for --set: the boards of a set have their own sizes and goals",
        )?;
        return of_set(which.puzzle, &args.set);
    }
    let context = Context { puzzle: which.puzzle, shape: which.shape, goal: args.shape.goal() };
    let puzzle = context.puzzle.puzzle();
    if let Some(shape) = &context.shape {
        puzzle.check_shape(shape)?;
    }
    if let Some(goal) = &context.goal {
        puzzle.check_goal(goal, context.shape.as_deref())?;
    }
    let mut boards = args.boards.clone();
    if texts(context.puzzle).has_position_files() {
        for board in &mut boards {
            *board = position_file::text(board).map_err(Failure::input)?;
        }
    }
    match (&args.input, &boards[..]) {
        (Some(file), _) => from_file(file, &context, quiet),
        (None, [dash]) if dash == "-" => from_file(Path::new("-"), &context, quiet),
        (None, []) => Err(Failure::input(
            "no board given: quote one (loyd solve \"1 2 3 4 5 6 7 0 8\"), name a file with \
             --input FILE or a set with --set, or read standard input with `-`",
        )),
        (None, boards)
            if !texts(context.puzzle).is_one_position(boards)
                && boards.iter().any(|board| board == "-") =>
        {
            Err(Failure::input(
                "`-` reads boards from standard input and stands alone: leave it or the other boards \
                 out",
            ))
        }
        (None, boards) => Ok(from_arguments(boards, &context)),
    }
}

/// Reads positions from a file, without options.
pub(crate) fn read_file(puzzle: PuzzleName, file: &Path, quiet: bool) -> Result<Batch, Failure> {
    from_file(file, &Context::of(puzzle), quiet)
}

/// The puzzle, and the shape and the goal of positions without their own, as the command line has them.
#[derive(Clone)]
struct Context {
    puzzle: PuzzleName,
    /// The size.
    shape: Option<String>,
    /// `None` is the default goal.
    goal: Option<String>,
}

impl Context {
    /// Without a shape and a goal.
    fn of(puzzle: PuzzleName) -> Self {
        Self { puzzle, shape: None, goal: None }
    }

    fn read(&self, text: &str) -> Read {
        self.read_with(text, self.shape.as_deref(), self.goal.as_deref())
    }

    fn read_with(&self, text: &str, shape: Option<&str>, goal: Option<&str>) -> Read {
        self.puzzle.puzzle().read(text, shape, goal).map_err(|why| advised(&why))
    }

    /// The width and height of the size, or else of the goal.
    fn sides(&self) -> Option<(usize, usize)> {
        texts(self.puzzle).sides(self.shape.as_deref(), self.goal.as_deref())
    }
}

fn from_arguments(arguments: &[String], context: &Context) -> Batch {
    let read = |text: &str| context.read(text);
    let rows = arguments.join("\n");
    let boards = if texts(context.puzzle).is_one_position(arguments) {
        vec![arguments.join(" ")]
    } else if arguments.iter().all(|text| read(text).is_err()) && read(&rows).is_ok() {
        vec![rows]
    } else {
        arguments.to_vec()
    };
    let only = boards.len() == 1;
    let items = boards.into_iter().enumerate().map(|(index, text)| {
        let place = if only { String::new() } else { format!("board {}", index + 1) };
        let task = read(&text).map_err(|why| match advice(&text, context.puzzle) {
            Some(advice) => format!("{}\nhint: {advice}", why.trim_end()),
            None => why,
        });
        Item::of((index + 1).to_string(), place, text, task)
    });
    let (columns, items) = (Vec::new(), items.collect());
    Batch { puzzle: context.puzzle, columns, items, limits_moves: false }
}

/// The option for a text that is not a position of a puzzle.
fn advice(text: &str, puzzle: PuzzleName) -> Option<String> {
    let path = Path::new(text);
    if path.is_dir() {
        return Some(
            "a folder is not a board; a file of boards is given as --input FILE".to_owned(),
        );
    }
    let endings = ["txt", "csv", "parquet"];
    let ending = path.extension().and_then(|ending| ending.to_str());
    if path.is_file() || ending.is_some_and(|ending| endings.contains(&ending)) {
        return Some(format!("a file of boards is given as --input {}", shell_word(text)));
    }
    if loyd::shape(text).is_ok() {
        return Some(format!("a size is given as --size {text}"));
    }
    // Numbers could be positions of many puzzles.
    let others = PuzzleName::ALL.iter().copied().filter(|&other| {
        let is_text = text.chars().any(char::is_alphabetic);
        other != puzzle && is_text && other.puzzle().read(text, None, None).is_ok()
    });
    let others: Vec<String> = others.map(|other| format!("--puzzle {}", other.name())).collect();
    (!others.is_empty()).then(|| format!("this is a position with {}", others.join(" or ")))
}

fn from_file(file: &Path, context: &Context, quiet: bool) -> Result<Batch, Failure> {
    let text = source::read(file, quiet)?;
    let name = source::name(file);
    let is_csv = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    from_text(&text, is_csv, &name, context)
}

/// Reads positions from a text in any of the forms that files have.
pub(crate) fn from_any_text(puzzle: PuzzleName, text: &str) -> Result<Batch, Failure> {
    from_text(text, false, "the text", &Context::of(puzzle))
}

fn from_text(text: &str, is_csv: bool, name: &str, context: &Context) -> Result<Batch, Failure> {
    if !is_csv && texts(context.puzzle).is_one_text(text) {
        let task = context.read(text);
        let item = Item::of("1".to_owned(), name.to_owned(), text.to_owned(), task);
        let (puzzle, columns) = (context.puzzle, Vec::new());
        return Ok(Batch { puzzle, columns, items: vec![item], limits_moves: false });
    }
    let batch = if is_csv || table::begins_with_header(context.puzzle, text) {
        table::parse(text, name, context)?
    } else {
        Batch {
            puzzle: context.puzzle,
            columns: Vec::new(),
            items: lines::parse(text, name, context),
            limits_moves: false,
        }
    };
    if batch.items.is_empty() {
        return Err(Failure::input(format!("{name} holds no boards")));
    }
    Ok(batch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::Listed;
    use loyd_tiles::solver::Tiles;

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn tiles_and_boards_are_told_apart() {
        assert!(texts(PuzzleName::Tiles).is_one_position(&strings(&["1", "2", "3", "0"])));
        assert!(texts(PuzzleName::Tiles).is_one_position(&strings(&["1", "x", "3", "0"])));
        assert!(
            texts(PuzzleName::Tiles)
                .is_one_position(&strings(&["1", "2", "3", "/", "4", "5", "0"]))
        );
        assert!(!texts(PuzzleName::Tiles).is_one_position(&strings(&["1 2 3 0", "1 2 0 3"])));
        assert!(!texts(PuzzleName::Tiles).is_one_position(&strings(&["1230", "1203"])));
    }

    #[test]
    fn lines_keep_their_numbers() {
        let context = Context::of(PuzzleName::Tiles);
        let items = lines::parse("# head\n\n1230\n1 2 0 3 # note\nx\n", "f", &context);
        let ids: Vec<_> = items.iter().map(|item| (&item.id[..], item.task.is_ok())).collect();
        assert_eq!(ids, [("3", true), ("4", true), ("5", false)]);
    }

    #[test]
    fn rows_may_be_arguments() {
        let context = Context::of(PuzzleName::Tiles);
        for rows in [&["1 2 3", "4 5 6", "7 8 0"][..], &["1234", "5678", "9abc", "def0"]] {
            let batch = from_arguments(&strings(rows), &context);
            assert!(batch.items.len() == 1 && batch.items[0].task.is_ok(), "{rows:?}");
        }
        assert_eq!(from_arguments(&strings(&["1 2 3 0", "1 2 3"]), &context).items.len(), 2);
    }

    #[test]
    fn a_goal_gives_the_size() {
        let goal = Some("3 2 1 / 0 4 5");
        let task = Tiles::read("1 2 3 4 5 0", None, goal).expect("six tiles");
        assert_eq!(task.start.size().to_string(), "3x2");
        let error = Tiles::read("1 2 3 0", None, goal).expect_err("four tiles").to_string();
        assert!(error.contains("2x2") && error.contains("3x2"), "{error}");
    }
}
