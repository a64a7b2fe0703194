//! The names and sizes that requests may use. They exclude names that read files, and sizes whose memory the
//! server does not limit.

use crate::error::ApiError;
use loyd::erased::AnyPuzzle;
use loyd::{Fields, PuzzleName, puzzles};
use loyd_search::search::AlgorithmSpec;
use std::sync::LazyLock;

/// The greatest length of a name.
const MAX_LENGTH: usize = 200;

/// The greatest number of heuristics in a maximum.
const MAX_PARTS: usize = 4;

/// The greatest width and height of a board.
const MAX_SIDE: usize = 10;

/// The names of the heuristics of each puzzle, in the order of [`PuzzleName::ALL`].
static HEURISTICS: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let names = |info: loyd::PuzzleInfo| info.heuristics.iter().map(|it| it.0).collect();
    puzzles().into_iter().map(names).collect()
});

/// The puzzle that a text names, with the shape if the text names a shape: `tiles`, `cube3`, `4x3`,
/// `pyraminx`.
///
/// # Errors
/// If the name is unknown.
pub(crate) fn puzzle(text: &str) -> Result<(PuzzleName, Option<String>), ApiError> {
    short("puzzle", text)?;
    let Err(unknown) = PuzzleName::named(text) else { return Ok((PuzzleName::named(text)?, None)) };
    let named = loyd::named_shapes().into_iter().find(|(_, name, _)| *name == text);
    if let Some((puzzle, name, _)) = named {
        return Ok((puzzle, Some(name.to_owned())));
    }
    match loyd::shape(text) {
        Ok((puzzle, shape)) => {
            size(&shape)?;
            Ok((puzzle, Some(shape)))
        }
        Err(_) => Err(unknown.into()),
    }
}

/// Replaces the puzzle and the size of a request by the name of the puzzle and its shape: `puzzle` may name
/// either.
///
/// # Errors
/// If a name is unknown or too long, or the shape is too large.
pub(crate) fn puzzle_and_size(fields: &mut Fields) -> Result<PuzzleName, ApiError> {
    let named = fields.text("puzzle")?.map(|text| puzzle(&text)).transpose()?;
    let (puzzle, of_puzzle) = named.unwrap_or_default();
    let shape = fields.text("size")?;
    if let Some(shape) = &shape {
        short("size", shape)?;
        size(shape)?;
    }
    short("metric", fields.text("metric")?.as_deref().unwrap_or_default())?;
    let goal = fields.text("goal")?;
    let (puzzle, shape) = loyd::for_goal(puzzle, shape.or(of_puzzle), goal.as_deref());
    fields.set("puzzle", puzzle.name().to_owned());
    if let Some(shape) = shape {
        fields.set("size", shape);
    }
    Ok(puzzle)
}

/// Refuses boards whose sides are too long.
///
/// # Errors
/// If a side is too long.
pub(crate) fn size(shape: &str) -> Result<(), ApiError> {
    let sides = shape.split_once(['x', 'X']);
    let sides = sides.and_then(|(w, h)| Some((w.trim().parse().ok()?, h.trim().parse().ok()?)));
    match sides {
        Some((width, height)) if usize::max(width, height) > MAX_SIDE => {
            let message =
                format!("a {shape} board is too large here: at most {MAX_SIDE}x{MAX_SIDE}");
            Err(ApiError::bad("size", message))
        }
        _ => Ok(()),
    }
}

/// Refuses an algorithm that the puzzle lacks.
///
/// # Errors
/// If the puzzle lacks the algorithm.
pub(crate) fn algorithm(
    puzzle: &dyn AnyPuzzle,
    spec: Option<&AlgorithmSpec>,
) -> Result<(), ApiError> {
    match spec {
        Some(spec) if !puzzle.algorithms().contains(&spec.name) => {
            let message = format!("{} has no algorithm {}", puzzle.facts().name, spec.name);
            Err(ApiError::bad("algorithm", message))
        }
        _ => Ok(()),
    }
}

/// Refuses a heuristic that is neither listed for the puzzle nor a maximum of listed heuristics.
///
/// # Errors
/// The name that is not in the list.
pub(crate) fn heuristic(puzzle: PuzzleName, canonical: &str) -> Result<(), ApiError> {
    let at = PuzzleName::ALL.iter().position(|listed| *listed == puzzle).unwrap_or_default();
    let listed = HEURISTICS.get(at).map(Vec::as_slice).unwrap_or_default();
    let inner = canonical.strip_prefix("max(").and_then(|rest| rest.strip_suffix(')'));
    let parts: Vec<&str> = inner.unwrap_or(canonical).split(',').map(str::trim).collect();
    if parts.len() > MAX_PARTS {
        let message = format!("a maximum may have {MAX_PARTS} heuristics");
        return Err(ApiError::bad("heuristic", message));
    }
    match parts.iter().find(|part| !listed.contains(part)) {
        None => Ok(()),
        Some(part) => {
            let message = format!(
                "{} is not in the list of heuristics (/api/v1/names): {}",
                loyd_search::quote::quoted(part),
                loyd_search::names::did_you_mean(part, listed.iter().copied())
            );
            Err(ApiError::bad("heuristic", message))
        }
    }
}

/// Refuses a text that is longer than every name.
///
/// # Errors
/// If the text is too long.
pub(crate) fn short(what: &'static str, text: &str) -> Result<(), ApiError> {
    if text.len() <= MAX_LENGTH {
        return Ok(());
    }
    Err(ApiError::bad(what, format!("the field \"{what}\" may have {MAX_LENGTH} characters")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_heuristics_are_allowed() {
        let tiles = PuzzleName::named("tiles").expect("a puzzle");
        for good in ["manhattan", "pdb:7-8", "max(pdb:7-8,walking-distance)"] {
            assert_eq!(heuristic(tiles, good), Ok(()), "{good}");
        }
        let many = format!("max({})", ["manhattan"; 5].join(","));
        for bad in ["pdb:/etc/passwd", "pdb:../x", "max(manhattan,pdb:file.txt)", "slice", &many] {
            assert!(heuristic(tiles, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn shapes_name_their_puzzle() {
        let named = |text| puzzle(text).map(|(puzzle, shape)| (puzzle.name(), shape));
        assert_eq!(named("tiles"), Ok(("tiles", None)));
        assert_eq!(named("4x3"), Ok(("tiles", Some("4x3".to_owned()))));
        assert_eq!(named("pyraminx"), Ok(("twisty", Some("pyraminx".to_owned()))));
        for bad in ["11x2", "sudoku", "../tiles", ""] {
            assert!(named(bad).is_err(), "{bad}");
        }
    }
}
