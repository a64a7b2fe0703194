//! Boards from arguments, files and standard input; each knows where it came from.

mod lines;
mod source;
mod table;

use crate::args::BoardArgs;
use crate::exit::Failure;
use loyd_tiles::{Goal, NotationError, Position, Size, parse_position};
use std::path::Path;

/// What to do, in the order of the input.
pub(crate) struct Batch {
    /// Names of the columns that are passed through.
    pub(crate) columns: Vec<String>,
    /// The boards, the unreadable ones included.
    pub(crate) items: Vec<Item>,
}

/// One board of the input.
pub(crate) struct Item {
    /// The id given, or the number of the line.
    pub(crate) id: String,
    /// "line 3 of boards.txt", "board 2", or empty where there is only one.
    pub(crate) place: String,
    /// The board and its goal, or what is wrong with them.
    pub(crate) task: Result<Task, String>,
    /// The text of what is no board.
    pub(crate) given: Option<String>,
    /// The values of [`Batch::columns`].
    pub(crate) passed: Vec<String>,
}

impl Item {
    /// A board without other columns; `text` is what it was read from.
    fn of(id: String, place: String, text: String, task: Result<Task, String>) -> Self {
        let given = Some(text).filter(|_| task.is_err());
        Self { id, place, task, given, passed: Vec::new() }
    }
}

/// A message with the place before it.
pub(crate) fn located(place: &str, message: &str) -> String {
    if place.is_empty() { message.to_owned() } else { format!("{place}: {message}") }
}

/// From where to where; both of one size.
pub(crate) struct Task {
    /// The board.
    pub(crate) start: Position,
    /// The goal.
    pub(crate) goal: Position,
}

impl Task {
    /// Reads a board. Without a size, that of the goal is tried first.
    pub(crate) fn parse(text: &str, size: Option<Size>, goal: &Goal) -> Result<Self, String> {
        let of_goal = match goal {
            Goal::Board(goal) if size.is_none() => Some(goal.size()),
            _ => None,
        };
        let fitting = of_goal.and_then(|size| parse_position(text, Some(size)).ok());
        let start = match fitting {
            Some(start) => start,
            None => parse_position(text, size).map_err(|why| advised(&why))?,
        };
        let goal = goal.position(start.size()).ok_or_else(|| {
            let of = of_goal.map_or_else(|| "another".to_owned(), |size| size.to_string());
            format!("the board is {} and the goal {of}: they must be of one size", start.size())
        })?;
        Ok(Self { start, goal })
    }
}

/// The advice for a board that cannot reach its goal, but another goal with a name.
pub(crate) fn other_goal(task: &Task) -> Option<String> {
    let other = Goal::reachable_from(&task.start)?;
    Some(format!("; to {other} it can be solved: add --goal {other}"))
}

/// The error, and the option that helps.
pub(crate) fn advised(why: &NotationError) -> String {
    let sizes: Vec<String> = why.sizes().iter().map(ToString::to_string).collect();
    if sizes.is_empty() {
        return why.to_string();
    }
    format!("{why}: say which size it is, with --size {}", sizes.join(" or "))
}

/// Reads all boards that the command line names.
pub(crate) fn read(args: &BoardArgs, quiet: bool) -> Result<Batch, Failure> {
    let goal = args.shape.given_goal()?;
    let context = Context { size: args.shape.size, goal };
    match (&args.input, &args.boards[..]) {
        (Some(file), _) => from_file(file, &context, quiet),
        (None, [dash]) if dash == "-" => from_file(Path::new("-"), &context, quiet),
        (None, []) => Err(Failure::input(
            "no board given: quote one (loyd solve \"1 2 3 4 5 6 7 0 8\"), name a file with \
             --input FILE, or read standard input with `-`",
        )),
        (None, boards) if !is_one_board(boards) && boards.iter().any(|board| board == "-") => {
            Err(Failure::input(
                "`-` reads boards from standard input and stands alone: leave it or the other boards \
                 out",
            ))
        }
        (None, boards) => Ok(from_arguments(boards, &context)),
    }
}

/// Reads boards from a text that is part of the program.
pub(crate) fn built_in(text: &str) -> Result<Batch, Failure> {
    table::parse(text, "the built-in set", &Context { size: None, goal: None })
}

/// Reads boards that say everything themselves.
pub(crate) fn read_file(file: &Path, quiet: bool) -> Result<Batch, Failure> {
    from_file(file, &Context { size: None, goal: None }, quiet)
}

/// What the command line says about boards that say nothing themselves.
struct Context {
    size: Option<Size>,
    /// `None` if the default goal is meant.
    goal: Option<Goal>,
}

impl Context {
    fn goal(&self) -> Goal {
        self.goal.clone().unwrap_or_default()
    }

    /// The size that is given, if only by the goal.
    fn size(&self) -> Option<Size> {
        match &self.goal {
            Some(Goal::Board(goal)) if self.size.is_none() => Some(goal.size()),
            _ => self.size,
        }
    }
}

fn from_arguments(arguments: &[String], context: &Context) -> Batch {
    let read = |text: &str| Task::parse(text, context.size, &context.goal());
    let rows = arguments.join("\n");
    let texts = if is_one_board(arguments) {
        vec![arguments.join(" ")]
    } else if arguments.iter().all(|text| read(text).is_err()) && read(&rows).is_ok() {
        vec![rows]
    } else {
        arguments.to_vec()
    };
    let only = texts.len() == 1;
    let items = texts.into_iter().enumerate().map(|(index, text)| {
        let place = if only { String::new() } else { format!("board {}", index + 1) };
        let task = read(&text);
        Item::of((index + 1).to_string(), place, text, task)
    });
    Batch { columns: Vec::new(), items: items.collect() }
}

/// Whether the arguments are the tiles of one board and not a board each: all are single tokens,
/// and one of them is too short to be a board.
fn is_one_board(arguments: &[String]) -> bool {
    const LONGEST_TILE: usize = 3;
    let separates = |c: char| matches!(c, ' ' | ',' | '/' | ';' | '|' | '\n' | '\t');
    // A separator alone is a token too: 1 2 / 3 0.
    let token = |text: &String| !text.trim().contains(separates) || text.chars().all(separates);
    arguments.iter().all(token) && arguments.iter().any(|text| text.trim().len() <= LONGEST_TILE)
}

fn from_file(file: &Path, context: &Context, quiet: bool) -> Result<Batch, Failure> {
    let text = source::read(file, quiet)?;
    let name = source::name(file);
    let is_csv = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    from_text(&text, is_csv, &name, context)
}

/// Reads boards from a text in any of the forms that files have.
pub(crate) fn from_any_text(text: &str) -> Result<Batch, Failure> {
    from_text(text, false, "the text", &Context { size: None, goal: None })
}

fn from_text(text: &str, is_csv: bool, name: &str, context: &Context) -> Result<Batch, Failure> {
    let batch = if is_csv || table::begins_with_header(text) {
        table::parse(text, name, context)?
    } else {
        Batch { columns: Vec::new(), items: lines::parse(text, name, context) }
    };
    if batch.items.is_empty() {
        return Err(Failure::input(format!("{name} holds no boards")));
    }
    Ok(batch)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn tiles_and_boards_are_told_apart() {
        assert!(is_one_board(&strings(&["1", "2", "3", "0"])));
        assert!(is_one_board(&strings(&["1", "x", "3", "0"])));
        assert!(is_one_board(&strings(&["1", "2", "3", "/", "4", "5", "0"])));
        assert!(!is_one_board(&strings(&["1 2 3 0", "1 2 0 3"])));
        assert!(!is_one_board(&strings(&["1230", "1203"])));
    }

    #[test]
    fn lines_keep_their_numbers() {
        let context = Context { size: None, goal: None };
        let items = lines::parse("# head\n\n1230\n1 2 0 3 # note\nx\n", "f", &context);
        let seen: Vec<_> = items.iter().map(|item| (&item.id[..], item.task.is_ok())).collect();
        assert_eq!(seen, [("3", true), ("4", true), ("5", false)]);
    }

    #[test]
    fn rows_may_be_arguments() {
        let context = Context { size: None, goal: None };
        for rows in [&["1 2 3", "4 5 6", "7 8 0"][..], &["1234", "5678", "9abc", "def0"]] {
            let batch = from_arguments(&strings(rows), &context);
            assert!(batch.items.len() == 1 && batch.items[0].task.is_ok(), "{rows:?}");
        }
        assert_eq!(from_arguments(&strings(&["1 2 3 0", "1 2 3"]), &context).items.len(), 2);
    }

    #[test]
    fn a_goal_gives_the_size() {
        let goal = loyd_tiles::parse_goal("3 2 1 / 0 4 5", None).expect("a goal");
        let task = Task::parse("1 2 3 4 5 0", None, &goal).expect("six tiles");
        assert_eq!(task.start.size().to_string(), "3x2");
        let error = Task::parse("1 2 3 0", None, &goal).err().expect("four tiles");
        assert!(error.contains("2x2") && error.contains("3x2"), "{error}");
    }
}
