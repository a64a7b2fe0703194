//! The life of models and training units, without a run.

use super::*;

fn shape() -> Shape {
    Shape::new(7, 24, 32).expect("a shape")
}

/// A unit whose first lane is a number.
fn unit(first: u16) -> Vec<u16> {
    let mut unit = vec![0x55; 32];
    unit[0] = first;
    unit[24..].fill(0);
    unit
}

/// The first lanes of the training units.
fn kept(models: &Models) -> Vec<u16> {
    models.state().training_units.iter().map(|(_, unit)| unit[0]).collect()
}

#[test]
fn the_first_two_units_are_kept_and_then_one_of_many() {
    let models = Models::default();
    for number in 1..=ONE_OF as u16 * 2 {
        models.observe(shape(), &unit(number % 128));
    }
    assert_eq!(kept(&models), [1, 2, 64, 0]);
}

#[test]
fn later_units_replace_earlier_ones() {
    let models = Models::default();
    let many = ONE_OF * 10 * TRAINING_UNITS as u64;
    for number in 0..many {
        models.observe(shape(), &unit((number * 127 / many) as u16));
    }
    let kept = kept(&models);
    assert_eq!(kept.len(), TRAINING_UNITS);
    assert!(kept.iter().all(|&first| first > 60), "{kept:?}");
}

#[test]
fn a_level_begins_without_training_units() {
    let models = Models::default();
    models.observe(shape(), &unit(1));
    assert!(!models.decide().is_empty());
    models.clear_training();
    assert!(models.training_units() == Models::default().training_units());
    // Neither the units nor the model decided on them are left.
    models.train_next();
    assert!(models.known().is_empty());
}

#[test]
fn the_last_three_models_are_kept() {
    let models = Models::default();
    let mut numbers: Vec<Vec<u32>> = Vec::new();
    for level in 0..5 {
        models.observe(shape(), &unit(level));
        models.train_next();
        numbers.push(models.known().into_keys().collect());
    }
    let expected: [&[u32]; 5] = [&[1], &[1, 2], &[1, 2, 3], &[2, 3, 4], &[3, 4, 5]];
    assert_eq!(numbers, expected);
    assert_eq!(models.newest().map(|(number, _)| number), Some(5));
}

#[test]
fn a_model_decided_ahead_is_adopted_by_another_store() {
    let [one, other] = [Models::default(), Models::default()];
    for number in 0..8 {
        one.observe(shape(), &unit(number));
    }
    let decided = one.decide();
    assert!(other.adopt(&decided));
    one.train_next();
    other.train_next();
    assert!(!decided.is_empty() && one.to_bytes() == decided);
    assert_eq!(other.to_bytes(), decided);
    assert!(!other.adopt(&decided), "its number is that of a model already known");
}

#[test]
fn training_units_that_cannot_be_are_not_restored() {
    let restored = |bytes: &[u8]| {
        let models = Models::default();
        models.restore_training(bytes);
        kept(&models).len()
    };
    let one = Models::default();
    one.observe(shape(), &unit(1));
    assert_eq!(restored(&one.training_units()), 1);
    let impossible = Models::default();
    impossible.observe(shape(), &unit(0x80));
    assert_eq!(restored(&impossible.training_units()), 0, "a bit where no state is");
    let entry = &one.training_units()[8..];
    let units = |count: usize| [&one.training_units()[..8], &entry.repeat(count)].concat();
    assert_eq!(restored(&units(TRAINING_UNITS)), TRAINING_UNITS);
    assert_eq!(restored(&units(TRAINING_UNITS + 1)), 0, "more than are ever kept");
}
