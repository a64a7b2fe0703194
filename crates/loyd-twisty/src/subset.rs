//! Puzzles with some moves of another puzzle: `skewb@U,R`.
//!
//! A move in the list allows all of its powers, `U` as well as `U'`; an amount allows the powers of that one:
//! `R2` allows no quarter turn. The other moves are still read in positions, as notation, but no search makes
//! them. Reachable positions, tables and enumerations follow from the group of the moves that are left.

use crate::definition::{Definition, Generator};
use crate::notation::parse_turns;
use crate::turn::Turn;
use loyd_search::names::did_you_mean;
use loyd_search::quote::quoted;

/// The definition with only these moves of searches, and their canonical list: in the order of the definition,
/// each with the least amount, without those that others contain.
///
/// # Errors
/// The part of the list that is not a move of a search.
pub(crate) fn subset(base: &Definition, moves: &str) -> Result<(Definition, String), String> {
    let mut allowed: Vec<(usize, i16)> = Vec::new();
    let separates = |c: char| c == ',' || c.is_whitespace();
    for token in moves.split(separates).filter(|token| !token.is_empty()) {
        allowed.push(allowed_move(base, token)?);
    }
    allowed.sort_unstable();
    allowed.dedup();
    let all = allowed.clone();
    let contains = |&(index, amount): &(usize, i16)| {
        all.iter().any(|&(other, of)| other == index && of < amount && amount % of == 0)
    };
    allowed.retain(|entry| !contains(entry));
    if allowed.is_empty() {
        return Err("the list of moves is empty: name some moves, such as U,R2".to_owned());
    }
    let mut definition = base.clone();
    for generator in &mut definition.moves {
        generator.is_notation = true;
    }
    let mut names = Vec::new();
    for (index, amount) in allowed {
        let generator = &mut definition.moves[index];
        names.push(Turn::new(&generator.name, generator.base * amount).map(|it| it.to_string()));
        if amount == 1 {
            generator.is_notation = false;
            continue;
        }
        let transformation = &generator.transformation;
        let power = Generator {
            base: generator.base * amount,
            transformation: transformation.power(amount.into(), &base.orientations),
            order: generator.order / usize::from(amount.unsigned_abs()),
            is_notation: false,
            ..generator.clone()
        };
        definition.moves.push(power);
    }
    let names: Vec<String> = names.into_iter().flatten().collect();
    Ok((definition, names.join(",")))
}

/// The index of the move that a token names, and the least power that generates those it allows.
fn allowed_move(base: &Definition, token: &str) -> Result<(usize, i16), String> {
    let wrong = |reason: String| format!("{} in the list of moves: {reason}", quoted(token));
    let turns = parse_turns(token).map_err(|error| wrong(error.reason))?;
    let [turn] = turns[..] else { return Err(wrong("it is not a single move".to_owned())) };
    let Some((generator, amount)) = Generator::of_turn(base.moves(), turn) else {
        let moves = base.moves().iter().filter(|known| known.is_move()).map(Generator::name);
        return Err(wrong(format!(
            "the puzzle has no such move; {}",
            did_you_mean(turn.name(), moves)
        )));
    };
    if generator.is_rotation() {
        return Err(wrong("it turns the whole puzzle, which a search does not do".to_owned()));
    }
    if !generator.is_move() {
        return Err(wrong("it is made of several moves: name these".to_owned()));
    }
    let order = generator.order() as i16;
    let power = greatest_divisor(amount.abs(), order);
    if power == order {
        return Err(wrong("it moves nothing".to_owned()));
    }
    let index = base.moves().iter().position(|known| std::ptr::eq(known, generator));
    Ok((index.unwrap_or_default(), power))
}

/// The greatest common divisor.
fn greatest_divisor(mut a: i16, mut b: i16) -> i16 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
