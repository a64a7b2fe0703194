//! Reachability of a pattern from another one, with the reason in words.

use crate::catalogue::only_moves;
use crate::model::Model;
use crate::orbit::Slot;
use loyd_search::space::Unsolvable;

/// Refuses two patterns if no moves lead from one to the other.
///
/// With many identical pieces the check may end undecided. Nothing is refused then: only a proof
/// makes a pattern unsolvable.
///
/// # Errors
/// The reason, in words, why no moves lead there.
pub(crate) fn reachable(model: &Model, from: &[Slot], to: &[Slot]) -> Result<(), Unsolvable> {
    if from == to {
        return Ok(());
    }
    match model.leads(from, to) {
        Some(false) => Err(Unsolvable { reason: reason(model, from, to) }),
        Some(true) | None => Ok(()),
    }
}

/// The simplest reason that holds.
fn reason(model: &Model, from: &[Slot], to: &[Slot]) -> String {
    if let Some(moves) = only_moves(model.id()) {
        return format!("no sequence of the moves {} leads to the goal", moves.replace(',', ", "));
    }
    for orbit in model.definition().orbits() {
        let slots = orbit.slots();
        let (here, there) = (&from[slots.clone()], &to[slots.clone()]);
        let sum =
            |slots: &[Slot]| slots.iter().map(|slot| u32::from(slot.orientation)).sum::<u32>();
        let all = u32::from(orbit.orientations());
        let uniform = orbit.is_uniform();
        let keeps = model.definition().moves().iter().filter(|mv| mv.is_move()).all(|mv| {
            let deltas = &mv.transformation.delta[slots.clone()];
            deltas.iter().map(|&delta| u32::from(delta)).sum::<u32>().is_multiple_of(all)
        });
        if uniform && keeps && sum(here) % all != sum(there) % all {
            return format!(
                "no move changes the sum of the orientations in orbit {}, and it is another one in the \
                 goal",
                orbit.name()
            );
        }
    }
    "no sequence of moves leads to the goal: its pieces cannot be permuted and twisted so"
        .to_owned()
}
