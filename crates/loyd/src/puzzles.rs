//! The list of puzzles: the one place that names them all.
//!
//! [`for_puzzle!`](crate::for_puzzle) runs an expression with the type of the puzzle that a name
//! chooses. A new puzzle is a file in `puzzles/` that implements [`Listed`], and a line in the list
//! below.

#[cfg(feature = "pictures")]
mod board_picture;
mod cube2;
mod cube3;
#[cfg(feature = "pictures")]
mod cube_picture;
#[cfg(feature = "more-puzzles")]
mod edges;
#[cfg(feature = "more-puzzles")]
mod facelets;
#[cfg(feature = "more-puzzles")]
mod hanoi;
mod parity;
#[cfg(feature = "store")]
mod stored;
mod tiles;
#[cfg(feature = "more-puzzles")]
mod twisty;

#[cfg(feature = "store")]
pub use stored::CubeTable;

use crate::error::{Error, Unreadable};
use crate::listed::Listed;
use crate::tables::TableCache;
use loyd_search::names::did_you_mean;
use loyd_search::puzzle::Puzzle;
use loyd_search::rows::Rows;

/// Makes the type of names, the types behind them and the macro that leads from the one to the
/// other. Its first argument is the sign that begins the variables of a macro.
macro_rules! puzzles {
    ($d:tt $( $(#[$summary:meta])* $variant:ident = $puzzle:ty; )+) => {
        /// A puzzle by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum PuzzleName {
            $( $(#[$summary])* $variant, )+
        }

        impl PuzzleName {
            /// All of them, the default one first.
            pub const ALL: &'static [Self] = &[$( Self::$variant ),+];
        }

        /// The types of the puzzles, by the variants of [`PuzzleName`].
        pub mod types {
            $( $(#[$summary])* pub type $variant = $puzzle; )+
        }

        /// A source of tables for every puzzle of the list.
        pub trait EveryTableCache: $( TableCache<$puzzle> + )+ {}

        impl<C: $( TableCache<$puzzle> + )+> EveryTableCache for C {}

        /// Runs an expression with the type of a puzzle: `for_puzzle!(name, P => work::<P>())`.
        #[macro_export]
        macro_rules! for_puzzle {
            ($d name:expr, $d puzzle:ident => $d body:expr) => {
                match $d name {
                    $( $crate::PuzzleName::$variant => {
                        type $d puzzle = $crate::types::$variant;
                        $d body
                    } )+
                }
            };
        }
    };
}

/// The list; one more line is another puzzle. A feature names the puzzles that a program may leave
/// out.
macro_rules! list {
    ($d:tt $($more:tt)*) => {
        puzzles! { $d
            /// Sliding tiles on a board of any size.
            Tiles = loyd_tiles::solver::Tiles;
            /// The 2x2x2 cube.
            Cube2 = loyd_cube::cube2::TwoByTwo;
            /// The 3x3x3 cube.
            Cube3 = loyd_cube::cube3::ThreeByThree;
            $($more)*
        }
    };
}

#[cfg(feature = "more-puzzles")]
list! { $
    /// Twisty puzzles from definitions.
    Twisty = loyd_twisty::Twisty;
    /// The Towers of Hanoi.
    Hanoi = loyd_hanoi::Hanoi;
    /// Graphs from files of edges.
    Edges = loyd_edges::Edges;
}
#[cfg(not(feature = "more-puzzles"))]
list! { $ }

impl Default for PuzzleName {
    /// The first of the list.
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl PuzzleName {
    /// The name in texts and files.
    pub fn name(self) -> &'static str {
        for_puzzle!(self, P => P::NAME)
    }

    /// A description in a few words.
    pub fn title(self) -> &'static str {
        for_puzzle!(self, P => P::TITLE)
    }

    /// The name of a puzzle by its type.
    pub fn of<P: Puzzle>() -> Self {
        let name = Self::ALL.iter().find(|puzzle| puzzle.name() == P::NAME);
        *name.unwrap_or_else(|| unreachable!("{} is in the list", P::NAME))
    }

    /// The puzzle that a text names: by its name, or by another one in common use.
    ///
    /// # Errors
    /// [`Error::Puzzle`] if the list has no such name.
    pub fn named(text: &str) -> Result<Self, Error> {
        let lower = text.trim().to_ascii_lowercase();
        let name = match lower.as_str() {
            "2x2x2" | "222" | "pocket" => "cube2",
            "3x3x3" | "333" | "cube" | "rubik" | "rubiks" => "cube3",
            other => other,
        };
        let puzzle = Self::ALL.iter().copied().find(|puzzle| puzzle.name() == name);
        puzzle.ok_or_else(|| Error::Puzzle {
            name: text.to_owned(),
            hint: did_you_mean(text, Self::ALL.iter().map(|puzzle| puzzle.name())),
        })
    }
}

/// The shape that a text names, written as results have it, and the puzzle that has such shapes.
///
/// # Errors
/// The reason why it is not a shape of the puzzle whose shapes [begin like it](begins_like_shape), or else of the first
/// one that has several.
pub fn shape(text: &str) -> Result<(PuzzleName, String), Unreadable> {
    let mut wrong = None;
    let square = square_of(text);
    let text = square.as_deref().unwrap_or(text);
    for &puzzle in PuzzleName::ALL {
        match for_puzzle!(puzzle, P => P::HAS_SIZES.then(|| P::check_shape(text))) {
            Some(Ok(shape)) => return Ok((puzzle, shape)),
            Some(Err(why)) if resembles(puzzle, text) => return Err(why),
            Some(Err(why)) => wrong = wrong.or(Some(why)),
            None => {}
        }
    }
    let none = || Unreadable::Shape { reason: "no puzzle has several shapes".to_owned() };
    Err(wrong.unwrap_or_else(none))
}

/// True if a text is a shape followed by moves or a goal, `skewb@U,R` or `skewb:GOAL`, or begins up to its first digit
/// like a shape with a name, as `pancake-9` does.
pub fn begins_like_shape(text: &str) -> bool {
    PuzzleName::ALL.iter().any(|&puzzle| resembles(puzzle, text))
}

fn resembles(puzzle: PuzzleName, text: &str) -> bool {
    let family = |name: &str| {
        let end = name.find(|c: char| c.is_ascii_digit())?;
        name[..end].ends_with('-').then(|| name[..end].to_owned())
    };
    let base = text.split(['@', ':']).next().unwrap_or_default();
    let of_text = family(base);
    for_puzzle!(puzzle, P => {
        base != text && P::HAS_SIZES && P::check_shape(base).is_ok()
            || of_text.is_some() && P::NAMED_SHAPES.iter().any(|(name, _)| family(name) == of_text)
    })
}

/// The shape of a puzzle named by its number of tiles: `4x4` of `15-puzzle`.
pub fn square_of(text: &str) -> Option<String> {
    let name = text.trim().to_ascii_lowercase();
    let tiles: u32 = name.strip_suffix("-puzzle").or(name.strip_suffix("puzzle"))?.parse().ok()?;
    let side = tiles.checked_add(1)?.isqrt();
    (side >= 2 && side * side == tiles + 1).then(|| format!("{side}x{side}"))
}

/// The puzzle and the shape that read a goal: those that are given, or the definition of the 3x3x3 cube for a goal of the
/// cube that leaves stickers free or is the nearest of several.
pub fn for_goal(
    puzzle: PuzzleName,
    shape: Option<String>,
    goal: Option<&str>,
) -> (PuzzleName, Option<String>) {
    #[cfg(feature = "more-puzzles")]
    if puzzle == PuzzleName::Cube3 && goal.is_some_and(facelets::admits_several) {
        return (PuzzleName::Twisty, Some(facelets::DEFINITION.to_owned()));
    }
    let _ = goal;
    (puzzle, shape)
}

/// The shapes that have names, with what they are, and the puzzle of each.
pub fn named_shapes() -> Vec<(PuzzleName, &'static str, &'static str)> {
    let of = |&puzzle: &PuzzleName| {
        let shapes = for_puzzle!(puzzle, P => P::NAMED_SHAPES);
        shapes.iter().map(move |&(name, summary)| (puzzle, name, summary))
    };
    PuzzleName::ALL.iter().flat_map(of).collect()
}

/// The puzzle and the shape that the text of a definition describes; the shape is known by its name
/// from now on.
///
/// # Errors
/// The reason why the text is not a definition.
pub fn define(text: &str) -> Result<(PuzzleName, String), Unreadable> {
    let mut wrong = Unreadable::Shape { reason: "no puzzle has definitions".to_owned() };
    for &puzzle in PuzzleName::ALL {
        match for_puzzle!(puzzle, P => P::define(text)) {
            Some(Ok(shape)) => return Ok((puzzle, shape)),
            Some(Err(why)) => wrong = why,
            None => {}
        }
    }
    Err(wrong)
}

/// The puzzle and the shape that the rows of a table describe; the shape is known by its name from now on, which begins
/// with the given one.
///
/// # Errors
/// The reason why the rows describe no puzzle.
pub fn define_rows(name: &str, rows: &mut dyn Rows) -> Result<(PuzzleName, String), Unreadable> {
    let none = Unreadable::Shape { reason: "no puzzle is defined by a table".to_owned() };
    let mut defined = PuzzleName::ALL.iter().filter_map(|&puzzle| {
        let shape = for_puzzle!(puzzle, P => P::define_rows(name, rows))?;
        Some(shape.map(|shape| (puzzle, shape)))
    });
    defined.next().unwrap_or(Err(none))
}

/// The parts of a definition that were skipped since they do not change the puzzle, in words. The puzzle and the shape
/// are those of [`define`].
pub fn definition_notes(puzzle: PuzzleName, shape: &str) -> Vec<String> {
    for_puzzle!(puzzle, P => P::notes(shape))
}

/// The names that the puzzles give, each once, in the order of the list.
fn united(
    names: impl Fn(PuzzleName) -> Vec<(&'static str, &'static str)>,
) -> Vec<(&'static str, &'static str)> {
    let mut all: Vec<(&str, &str)> = Vec::new();
    for (name, summary) in PuzzleName::ALL.iter().flat_map(|&puzzle| names(puzzle)) {
        if all.iter().all(|(other, _)| *other != name) {
            all.push((name, summary));
        }
    }
    all
}

/// The metrics of all puzzles, with what a move is in them.
pub fn metrics() -> Vec<(&'static str, &'static str)> {
    united(|puzzle| for_puzzle!(puzzle, P => P::METRIC_SUMMARIES.to_vec()))
}

/// The goals of all puzzles that have names, with what they are.
pub fn goals() -> Vec<(&'static str, &'static str)> {
    united(|puzzle| for_puzzle!(puzzle, P => P::GOALS.to_vec()))
}

/// The heuristics of all puzzles that have names, with what they are.
pub fn heuristics() -> Vec<(&'static str, &'static str)> {
    united(|puzzle| {
        for_puzzle!(puzzle, P => {
            let infos = P::heuristics().into_iter().map(|info| (info.name, info.summary));
            infos.chain(P::database_heuristics()).collect()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_is_found_by_its_name() {
        for &puzzle in PuzzleName::ALL {
            assert_eq!(PuzzleName::named(puzzle.name()), Ok(puzzle));
        }
        let Err(Error::Puzzle { hint, .. }) = PuzzleName::named("tile") else { panic!("no tile") };
        assert!(hint.contains("tiles"), "{hint}");
    }

    #[test]
    fn names_are_those_of_every_puzzle_once() {
        let names: Vec<&str> = metrics().iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["single", "multi", "half", "quarter", "every-move"]);
        for &puzzle in PuzzleName::ALL {
            for_puzzle!(puzzle, P => {
                let names: Vec<&str> = P::METRIC_SUMMARIES.iter().map(|(name, _)| *name).collect();
                let all: Vec<String> = P::METRICS.iter().map(ToString::to_string).collect();
                assert_eq!(names, all);
                let summaries = heuristics();
                let is_listed = |name| summaries.iter().any(|(listed, _)| *listed == name);
                assert!(P::heuristics().iter().all(|info| is_listed(info.name)));
            });
        }
    }

    #[test]
    fn a_shape_is_written_as_results_have_it() {
        assert_eq!(shape("4X3"), Ok((PuzzleName::Tiles, "4x3".to_owned())));
        assert!(shape("0x3").is_err());
        assert_eq!(shape("skewb"), Ok((PuzzleName::Twisty, "skewb".to_owned())));
        assert_eq!(shape("hanoi-9"), Ok((PuzzleName::Hanoi, "hanoi-9x3".to_owned())));
        assert_eq!(shape("pancake-9"), Ok((PuzzleName::Twisty, "pancake-9".to_owned())));
        for (text, reason) in [
            ("pancake-99", "\"99\" is not a number from 2 to 64"),
            ("hanoi-99", "99 disks: a shape has 1 to 32 disks"),
            ("skewb@X", "X"),
        ] {
            let why = shape(text).expect_err("an error").to_string();
            assert!(begins_like_shape(text) && why.contains(reason), "{text}: {why}");
        }
        assert!(!begins_like_shape("pancakes") && !begins_like_shape("4x3"));
        assert!(
            named_shapes()
                .iter()
                .all(|&(puzzle, name, _)| { shape(name) == Ok((puzzle, name.to_owned())) })
        );
    }

    #[test]
    fn a_definition_makes_a_shape() {
        let text = "Name Ring\nSet P 3 1\nMove C\nP\n3 1 2\nEnd\n";
        let (puzzle, name) = define(text).expect("a definition");
        assert_eq!(shape(&name), Ok((puzzle, name.clone())));
        assert_eq!(define(text), Ok((puzzle, name)));
        assert!(define("Name Ring").is_err_and(|why| why.to_string().contains("orbits")));
    }
}
