//! Goals of the 3x3x3 cube that leave stickers free: `?` or `-` in the 54 letters.
//!
//! ```text
//! each place: the pieces, with their orientations, that show its stickers
//! while k places allow the same k pieces: the other places do not allow them
//! pieces that the same places allow are one class: they can be exchanged
//! ```
//!
//! A goal is read if each class has as many pieces as places, and if of each of its pieces one orientation is right in each
//! place, or every one.

use super::Cube3;
use super::cube::field;
use super::facelets::{CORNER_STICKERS, EDGE_STICKERS};
use crate::stickers::paint;
use crate::{Corner, Edge, Face};

/// The pieces of a goal: for each place one of the pieces that it can hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceGoal {
    /// The edges, by place in the order of [`Edge`].
    pub edges: Vec<GoalPlace>,
    /// The corners, by place in the order of [`Corner`].
    pub corners: Vec<GoalPlace>,
}

/// Pieces, each with its orientation.
pub type OrientedPieces = Vec<(u8, u8)>;

/// The pieces that a place can hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalPlace {
    /// The pieces of the class, ascending, each with its orientation here.
    pub pieces: OrientedPieces,
    /// True if every orientation is right.
    pub is_any_orientation: bool,
}

/// Reads a goal that leaves stickers free, each face in reading order, in the order U R F D L B; `None` for a text that is
/// not 54 letters with some of them free.
///
/// # Errors
/// The reason why no cube shows these stickers, or why its pieces are not exactly one class for each place.
pub fn parse_goal_with_free_stickers(text: &str) -> Option<Result<PieceGoal, String>> {
    let separates = |c: &char| c.is_whitespace() || matches!(c, ',' | '/' | '|' | ':');
    let letters: Vec<char> = text.chars().filter(|c| !separates(c)).collect();
    let is_free = |c: &char| matches!(c, '?' | '-');
    let is_letter = |c: &char| is_free(c) || c.is_ascii_alphabetic();
    if letters.len() != 54 || !letters.iter().any(is_free) || !letters.iter().all(is_letter) {
        return None;
    }
    Some(goal_of(&letters))
}

fn goal_of(letters: &[char]) -> Result<PieceGoal, String> {
    let mut stickers = Vec::new();
    for (number, letter) in letters.iter().enumerate() {
        let face = Face::ALL.into_iter().find(|face| face.letter() == letter.to_ascii_uppercase());
        if face.is_none() && letter.is_ascii_alphabetic() {
            return Err(format!(
                "{letter} is not a face: stickers are U R F D L B, and ? if they are free"
            ));
        }
        let own = Face::ALL[number / 9];
        if number % 9 == 4 && face.is_some_and(|face| face != own) {
            return Err(format!("the centre of face {own} is {letter}: turns move no centre"));
        }
        stickers.push(face);
    }
    let corners = CORNER_STICKERS
        .map(|of_place| allowed(&stickers, of_place, &Corner::ALL.map(Corner::faces)));
    let edges =
        EDGE_STICKERS.map(|of_place| allowed(&stickers, of_place, &Edge::ALL.map(Edge::faces)));
    let names = |places: &[usize], name: &dyn Fn(usize) -> String| {
        places.iter().map(|&place| name(place)).collect::<Vec<_>>().join(", ")
    };
    let corner = |places: &[usize]| names(places, &|place| Corner::ALL[place].to_string());
    let edge = |places: &[usize]| names(places, &|place| Edge::ALL[place].to_string());
    Ok(PieceGoal {
        edges: classes(edges.to_vec(), 2).map_err(|fault| fault.describe("edge", &edge))?,
        corners: classes(corners.to_vec(), 3).map_err(|fault| fault.describe("corner", &corner))?,
    })
}

/// For each piece a bit for each orientation in which it shows the stickers of a place.
type Allowed = Vec<u8>;

fn allowed<const N: usize>(
    stickers: &[Option<Face>],
    of_place: [u8; N],
    pieces: &[[Face; N]],
) -> Allowed {
    let shows = |faces: [Face; N], orientation: u8| {
        let mut colours = vec![Face::U; stickers.len()];
        paint(&mut colours, of_place, faces, orientation);
        let mut places = of_place.iter().map(|&sticker| usize::from(sticker));
        places.all(|sticker| stickers[sticker].is_none_or(|face| face == colours[sticker]))
    };
    let mask = |&faces: &[Face; N]| {
        (0..N as u8)
            .filter(|&orientation| shows(faces, orientation))
            .fold(0, |mask, o| mask | 1 << o)
    };
    pieces.iter().map(mask).collect()
}

/// The places that are to blame.
enum Fault {
    /// No piece can be there.
    Nothing(Vec<usize>),
    /// Pieces that do not make a class.
    Classes(Vec<usize>),
    /// Orientations of a piece, more than one and not all.
    Orientations(Vec<usize>),
}

impl Fault {
    fn describe(self, kind: &str, names: &dyn Fn(&[usize]) -> String) -> String {
        match self {
            Self::Nothing(places) => format!("no {kind} shows the stickers at {}", names(&places)),
            Self::Classes(places) => format!(
                "the stickers at {} fit different sets of {kind}s in different places: show all stickers of a \\
                 piece, or free them all",
                names(&places)
            ),
            Self::Orientations(places) => format!(
                "the stickers at {} leave some orientations of a {kind} open, and not all: show one more sticker \\
                 there, or free them all",
                names(&places)
            ),
        }
    }
}

/// The places of a goal, from the pieces that the stickers of each allow.
fn classes(mut allowed: Vec<Allowed>, orientations: u8) -> Result<Vec<GoalPlace>, Fault> {
    let count = allowed.len();
    let pieces_of = |allowed: &[Allowed], place: usize| -> Vec<usize> {
        (0..count).filter(|&piece| allowed[place][piece] != 0).collect()
    };
    loop {
        let before = allowed.clone();
        for place in 0..count {
            let pieces = pieces_of(&allowed, place);
            let same: Vec<usize> =
                (0..count).filter(|&other| pieces_of(&allowed, other) == pieces).collect();
            if same.len() > pieces.len() {
                return Err(Fault::Nothing(same));
            }
            if same.len() == pieces.len() {
                for other in (0..count).filter(|other| !same.contains(other)) {
                    for &piece in &pieces {
                        allowed[other][piece] = 0;
                    }
                }
            }
        }
        if allowed == before {
            break;
        }
    }
    let all = (1 << orientations) - 1;
    let mut places = Vec::new();
    for place in 0..count {
        let pieces = pieces_of(&allowed, place);
        let same: Vec<usize> =
            (0..count).filter(|&other| pieces_of(&allowed, other) == pieces).collect();
        if same.len() != pieces.len() {
            return Err(Fault::Classes(same));
        }
        let masks: Vec<u8> = pieces.iter().map(|&piece| allowed[place][piece]).collect();
        let is_any_orientation = masks.iter().all(|&mask| mask == all);
        if !is_any_orientation && masks.iter().any(|mask| !mask.is_power_of_two()) {
            return Err(Fault::Orientations(vec![place]));
        }
        let orientation =
            |mask: u8| if is_any_orientation { 0 } else { mask.trailing_zeros() as u8 };
        if places.iter().any(|other: &GoalPlace| {
            other.pieces[0].0 == pieces[0] as u8 && other.is_any_orientation != is_any_orientation
        }) {
            return Err(Fault::Orientations(same));
        }
        let pieces =
            pieces.iter().zip(masks).map(|(&piece, mask)| (piece as u8, orientation(mask)));
        places.push(GoalPlace { pieces: pieces.collect(), is_any_orientation });
    }
    Ok(places)
}

/// The pieces of a cube, by place: edges, then corners, each with its orientation, in the numbers of [`PieceGoal`].
pub fn pieces(cube: Cube3) -> (OrientedPieces, OrientedPieces) {
    let (corners, edges) = cube.words();
    let edge = |place| ((field(edges, place) % 16) as u8, (field(edges, place) / 16) as u8);
    let corner = |place| ((field(corners, place) % 8) as u8, (field(corners, place) / 8) as u8);
    ((0..12).map(edge).collect(), (0..8).map(corner).collect())
}
