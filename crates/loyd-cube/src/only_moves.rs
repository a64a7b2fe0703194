//! Lists of the turns that a search may make: `U,R2`.

use crate::{Amount, Layers, Step, Turn, parse_steps};

/// The turns of a metric that a list allows: all of a face for a quarter turn of it, only the half turn for a half
/// turn.
///
/// # Errors
/// The part of the list that is not one of the turns.
pub(crate) fn only_moves(text: &str, side: usize, turns: &[Turn]) -> Result<Vec<Turn>, String> {
    let steps = parse_steps(text, side).map_err(|why| format!("the list of moves: {why}"))?;
    if steps.is_empty() {
        return Err("the list of moves is empty: name some moves, such as U,R2".to_owned());
    }
    for &step in &steps {
        check(step, turns)?;
    }
    let allows = |step: &Step, turn: &Turn| {
        step.face == turn.face && (step.amount != Amount::Half || turn.amount == Amount::Half)
    };
    let is_allowed = |turn: &&Turn| steps.iter().any(|step| allows(step, turn));
    Ok(turns.iter().filter(is_allowed).copied().collect())
}

/// Refuses a step that no search makes.
fn check(step: Step, turns: &[Turn]) -> Result<(), String> {
    let wrong = |reason: &str| Err(format!("{step} in the list of moves: {reason}"));
    if step.layers != Layers::Outer {
        return wrong("it is not a turn of one face");
    }
    if turns.iter().all(|turn| turn.face != step.face) {
        return wrong("DBL is held fixed, so the moves are turns of U, R and F");
    }
    if turns.iter().all(|turn| (turn.face, turn.amount) != (step.face, step.amount)) {
        return wrong(
            "it is two moves in the quarter-turn metric: allow the quarter turn, or count half turns",
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::cube2::TwoByTwo;
    use crate::cube3::ThreeByThree;
    use crate::{MetricName, format_turns};
    use loyd_search::puzzle::Puzzle;

    #[test]
    fn lists_allow_the_turns_of_faces() {
        let half = |text: &str| ThreeByThree::only_moves(text, MetricName::Half);
        let allowed = |text: &str| format_turns(&half(text).expect("turns"));
        assert_eq!(allowed("R2,U'"), "U U2 U' R2");
        assert_eq!(allowed("D2 L, L2"), "D2 L L2 L'");
        assert_eq!(half("U D R L F B").expect("turns").len(), 18);
        let quarter = |text: &str| ThreeByThree::only_moves(text, MetricName::Quarter);
        assert_eq!(format_turns(&quarter("U").expect("turns")), "U U'");
        assert!(quarter("U2").is_err_and(|why| why.contains("two moves")));
        for wrong in ["", "Q", "M", "x", "Rw"] {
            assert!(half(wrong).is_err(), "{wrong}");
        }
        let small = TwoByTwo::only_moves("L", MetricName::Half);
        assert!(small.is_err_and(|why| why.contains("turns of U, R and F")));
    }
}
