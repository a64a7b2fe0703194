//! Boards from arguments, files and standard input; each knows where it came from.

mod lines;
mod source;
mod table;

use crate::args::BoardArgs;
use crate::exit::Failure;
use crate::family::{Family, advised};
use loyd::Task;
use loyd_search::puzzle::Puzzle;
use std::path::Path;

/// The tasks, in the order of the input.
pub(crate) struct Batch<P: Puzzle> {
    /// Names of the columns that are passed through.
    pub(crate) columns: Vec<String>,
    /// The boards, the unreadable ones included.
    pub(crate) items: Vec<Item<P>>,
}

/// One board of the input.
pub(crate) struct Item<P: Puzzle> {
    /// The id given, or the number of the line.
    pub(crate) id: String,
    /// "line 3 of boards.txt", "board 2", or empty where there is only one.
    pub(crate) place: String,
    /// The board and its goal, or what is wrong with them.
    pub(crate) task: Result<Task<P>, String>,
    /// The text of what is not a board.
    pub(crate) given: Option<String>,
    /// The values of [`Batch::columns`].
    pub(crate) passed: Vec<String>,
}

impl<P: Puzzle> Item<P> {
    /// A board without other columns; `text` is what it was read from.
    fn of(id: String, place: String, text: String, task: Result<Task<P>, String>) -> Self {
        let given = Some(text).filter(|_| task.is_err());
        Self { id, place, task, given, passed: Vec::new() }
    }
}

/// A message with the place before it.
pub(crate) fn located(place: &str, message: &str) -> String {
    if place.is_empty() { message.to_owned() } else { format!("{place}: {message}") }
}

/// Reads all positions that the command line names.
pub(crate) fn read<P: Family>(args: &BoardArgs, quiet: bool) -> Result<Batch<P>, Failure> {
    let context = Context {
        shape: args.puzzle.shape(args.shape.size.as_deref()),
        goal: args.shape.goal.clone(),
    };
    if let Some(shape) = &context.shape {
        P::check_shape(shape)?;
    }
    if let Some(goal) = &context.goal {
        P::check_goal(goal, context.shape.as_deref())?;
    }
    match (&args.input, &args.boards[..]) {
        (Some(file), _) => from_file(file, &context, quiet),
        (None, [dash]) if dash == "-" => from_file(Path::new("-"), &context, quiet),
        (None, []) => Err(Failure::input(
            "no board given: quote one (loyd solve \"1 2 3 4 5 6 7 0 8\"), name a file with \
             --input FILE, or read standard input with `-`",
        )),
        (None, boards)
            if !P::is_one_position(boards) && boards.iter().any(|board| board == "-") =>
        {
            Err(Failure::input(
                "`-` reads boards from standard input and stands alone: leave it or the other boards \
                 out",
            ))
        }
        (None, boards) => Ok(from_arguments(boards, &context)),
    }
}

/// Reads positions from a text that is part of the program.
pub(crate) fn built_in<P: Family>(text: &str) -> Result<Batch<P>, Failure> {
    table::parse(text, "the built-in set", &Context::default())
}

/// Reads positions that say everything themselves.
pub(crate) fn read_file<P: Family>(file: &Path, quiet: bool) -> Result<Batch<P>, Failure> {
    from_file(file, &Context::default(), quiet)
}

/// The shape and the goal of positions that do not tell theirs, as the command line has them.
#[derive(Clone, Default)]
struct Context {
    /// The size.
    shape: Option<String>,
    /// `None` if the default goal is meant.
    goal: Option<String>,
}

impl Context {
    fn read<P: Family>(&self, text: &str) -> Result<Task<P>, String> {
        let read = P::read(text, self.shape.as_deref(), self.goal.as_deref());
        read.map_err(|why| advised(&why))
    }

    /// The width and height that are given, if only by the goal.
    fn sides<P: Family>(&self) -> Option<(usize, usize)> {
        P::sides(self.shape.as_deref(), self.goal.as_deref())
    }
}

fn from_arguments<P: Family>(arguments: &[String], context: &Context) -> Batch<P> {
    let read = |text: &str| context.read::<P>(text);
    let rows = arguments.join("\n");
    let texts = if P::is_one_position(arguments) {
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

fn from_file<P: Family>(file: &Path, context: &Context, quiet: bool) -> Result<Batch<P>, Failure> {
    let text = source::read(file, quiet)?;
    let name = source::name(file);
    let is_csv = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    from_text(&text, is_csv, &name, context)
}

/// Reads positions from a text in any of the forms that files have.
pub(crate) fn from_any_text<P: Family>(text: &str) -> Result<Batch<P>, Failure> {
    from_text(text, false, "the text", &Context::default())
}

fn from_text<P: Family>(
    text: &str,
    is_csv: bool,
    name: &str,
    context: &Context,
) -> Result<Batch<P>, Failure> {
    let batch = if is_csv || table::begins_with_header::<P>(text) {
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
    use loyd::Listed;
    use loyd_tiles::solver::Tiles;

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn tiles_and_boards_are_told_apart() {
        assert!(Tiles::is_one_position(&strings(&["1", "2", "3", "0"])));
        assert!(Tiles::is_one_position(&strings(&["1", "x", "3", "0"])));
        assert!(Tiles::is_one_position(&strings(&["1", "2", "3", "/", "4", "5", "0"])));
        assert!(!Tiles::is_one_position(&strings(&["1 2 3 0", "1 2 0 3"])));
        assert!(!Tiles::is_one_position(&strings(&["1230", "1203"])));
    }

    #[test]
    fn lines_keep_their_numbers() {
        let context = Context::default();
        let items = lines::parse::<Tiles>("# head\n\n1230\n1 2 0 3 # note\nx\n", "f", &context);
        let seen: Vec<_> = items.iter().map(|item| (&item.id[..], item.task.is_ok())).collect();
        assert_eq!(seen, [("3", true), ("4", true), ("5", false)]);
    }

    #[test]
    fn rows_may_be_arguments() {
        let context = Context::default();
        for rows in [&["1 2 3", "4 5 6", "7 8 0"][..], &["1234", "5678", "9abc", "def0"]] {
            let batch = from_arguments::<Tiles>(&strings(rows), &context);
            assert!(batch.items.len() == 1 && batch.items[0].task.is_ok(), "{rows:?}");
        }
        assert_eq!(
            from_arguments::<Tiles>(&strings(&["1 2 3 0", "1 2 3"]), &context).items.len(),
            2
        );
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
