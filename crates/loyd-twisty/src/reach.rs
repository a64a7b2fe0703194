//! The answer to whether moves lead from a pattern to another one, in words.

use crate::model::Model;
use crate::orbit::Slot;
use loyd::space::Unsolvable;

/// Checks that moves lead from a pattern to another one.
///
/// # Errors
/// The reason, in words, why they do not.
pub(crate) fn reachable(model: &Model, from: &[Slot], to: &[Slot]) -> Result<(), Unsolvable> {
    if from == to {
        return Ok(());
    }
    let reason = match model.leads(from, to) {
        Some(true) => return Ok(()),
        Some(false) => reason(model, from, to),
        None => "it was not found out in time whether moves lead to the goal".to_owned(),
    };
    Err(Unsolvable { reason })
}

/// The simplest reason that holds.
fn reason(model: &Model, from: &[Slot], to: &[Slot]) -> String {
    for orbit in model.definition().orbits() {
        let slots = orbit.slots();
        let (here, there) = (&from[slots.clone()], &to[slots.clone()]);
        let sum =
            |slots: &[Slot]| slots.iter().map(|slot| u32::from(slot.orientation)).sum::<u32>();
        let all = u32::from(orbit.orientations());
        let uniform = orbit.is_uniform();
        let keeps = model.definition().moves().iter().filter(|mv| !mv.is_rotation()).all(|mv| {
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
