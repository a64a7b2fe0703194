//! The 3x3x3 cube as stickers, for its definition: positions, and goals that leave stickers free.
//!
//! The definition `twisty3x3x3` numbers places and pieces, and counts orientations, as `loyd_cube` does.

use loyd_cube::cube3::{Cube3, GoalPlace, parse_cube, parse_goal_with_free_stickers, pieces};
use loyd_search::names::{OR, alternatives};
use serde_json::{Value, json};

/// The definition of the 3x3x3 cube.
pub(super) const DEFINITION: &str = "twisty3x3x3";

/// True if a shape is the definition of the 3x3x3 cube, perhaps with some moves only.
fn is_cube(shape: Option<&str>) -> bool {
    shape.is_some_and(|shape| shape.trim().split(['@', ':']).next() == Some(DEFINITION))
}

/// True if a goal of the 3x3x3 cube leaves stickers free, or is the nearest of several.
pub(super) fn admits_several(goal: &str) -> bool {
    let goals = alternatives(goal);
    goals.len() > 1 || goals.iter().any(|goal| parse_goal_with_free_stickers(goal).is_some())
}

/// The pattern of a cube that a text shows as stickers; other texts are unchanged.
pub(super) fn position(shape: Option<&str>, text: &str) -> String {
    match parse_cube(text) {
        Ok(cube) if is_cube(shape) => pattern(cube),
        _ => text.to_owned(),
    }
}

/// The goal of a text, in which each cube that is shown as stickers is a pattern.
///
/// # Errors
/// The reason why the stickers are not a goal.
pub(super) fn goal(shape: Option<&str>, text: &str) -> Result<String, String> {
    if !is_cube(shape) {
        return Ok(text.to_owned());
    }
    let goal = |text: &&str| match parse_goal_with_free_stickers(text) {
        None => Ok(position(shape, text)),
        Some(goal) => {
            let goal = goal?;
            named(&goal.edges)
                .zip(named(&goal.corners))
                .map(|(edges, corners)| format!("{edges} | {corners}"))
                .or_else(|| classes_text(&goal.edges, &goal.corners))
                .ok_or_else(|| NOT_SOLVED.to_owned())
        }
    };
    let goals: Vec<String> = alternatives(text).iter().map(goal).collect::<Result<_, _>>()?;
    Ok(goals.join(OR))
}

const NOT_SOLVED: &str = "where only some stickers of a piece are shown, they must be those of the solved cube: show \
                          all stickers of the piece, or free them all";

fn piece((piece, orientation): (u8, u8)) -> String {
    if orientation == 0 { piece.to_string() } else { format!("{piece}+{orientation}") }
}

fn pattern(cube: Cube3) -> String {
    let texts = |pieces: Vec<(u8, u8)>| pieces.into_iter().map(piece).collect::<Vec<_>>().join(" ");
    let (edges, corners) = pieces(cube);
    format!("{} | {}", texts(edges), texts(corners))
}

/// The places of an orbit as numbers, with `?` for those of one class of free pieces; `None` if more classes have
/// several pieces, or orientations that count.
fn named(places: &[GoalPlace]) -> Option<String> {
    let mut free: Option<&GoalPlace> = None;
    let token = |place: &'_ GoalPlace| match place.pieces[..] {
        [only] if !place.is_any_orientation => Some(piece(only)),
        [(piece, _)] => Some(format!("{piece}+?")),
        _ => place.is_any_orientation.then(|| "?".to_owned()),
    };
    for place in places.iter().filter(|place| place.pieces.len() > 1) {
        if free.is_some_and(|other| other.pieces != place.pieces) {
            return None;
        }
        free = Some(place);
    }
    Some(places.iter().map(token).collect::<Option<Vec<_>>>()?.join(" "))
}

/// The classes of both orbits as a pattern in JSON, which describes goals that the solved cube reaches.
fn classes_text(edges: &[GoalPlace], corners: &[GoalPlace]) -> Option<String> {
    Some(json!({ "EDGES": classes(edges, 2)?, "CORNERS": classes(corners, 3)? }).to_string())
}

fn classes(places: &[GoalPlace], orientations: u8) -> Option<Value> {
    let of = |place: &GoalPlace, piece: u8| {
        place.pieces.iter().find(|it| it.0 == piece).map(|&(_, orientation)| orientation)
    };
    // The orientation of the first piece of a class in a place: its pieces are counted from there.
    let first = |place: &GoalPlace| place.pieces[0].1;
    for (number, place) in places.iter().enumerate() {
        if of(place, number as u8) != Some(0) {
            return None;
        }
        let is_shifted = |&(piece, orientation): &(u8, u8)| {
            let home = first(&places[usize::from(piece)]);
            orientation == (first(place) + orientations - home) % orientations
        };
        if !place.pieces.iter().all(is_shifted) {
            return None;
        }
    }
    let pieces: Vec<u8> = places.iter().map(|place| place.pieces[0].0).collect();
    let orientation: Vec<u8> = places.iter().map(first).collect();
    let moduli: Vec<u8> = places.iter().map(|place| place.is_any_orientation.into()).collect();
    Some(json!({ "pieces": pieces, "orientation": orientation, "orientationMod": moduli }))
}
