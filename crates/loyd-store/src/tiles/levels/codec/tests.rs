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
fn training_lanes(models: &Models) -> Vec<u16> {
    models.state().training_units.iter().map(|(_, unit)| unit[0]).collect()
}

#[test]
fn training_takes_the_first_two_units_and_then_one_of_many() {
    let models = Models::default();
    for number in 1..=ONE_OF as u16 * 2 {
        models.observe(shape(), &unit(number % 128));
    }
    assert_eq!(training_lanes(&models), [1, 2, 64, 0]);
}

#[test]
fn later_units_replace_earlier_ones() {
    let models = Models::default();
    let many = ONE_OF * 10 * TRAINING_UNITS as u64;
    for number in 0..many {
        models.observe(shape(), &unit((number * 127 / many) as u16));
    }
    let first_lanes = training_lanes(&models);
    assert_eq!(first_lanes.len(), TRAINING_UNITS);
    assert!(first_lanes.iter().all(|&first| first > 60), "{first_lanes:?}");
}

#[test]
fn a_level_begins_without_training_units() {
    let models = Models::default();
    models.observe(shape(), &unit(1));
    assert!(!models.decide().is_empty());
    models.clear_training();
    assert!(models.training_units() == Models::default().training_units());
    // Neither the units nor their model remain.
    models.train_next();
    assert!(models.snapshot().is_empty());
}

#[test]
fn the_last_three_models_remain() {
    let models = Models::default();
    let mut numbers: Vec<Vec<u32>> = Vec::new();
    for level in 0..5 {
        models.observe(shape(), &unit(level));
        models.train_next();
        numbers.push(models.snapshot().into_keys().collect());
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
    assert!(!other.adopt(&decided), "its number is that of an existing model");
}

#[test]
fn training_units_that_cannot_be_are_not_restored() {
    let restored = |bytes: &[u8]| {
        let models = Models::default();
        models.restore_training(bytes);
        training_lanes(&models).len()
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
    assert_eq!(restored(&units(TRAINING_UNITS + 1)), 0, "more than the maximum");
}

/// Lines of a unit of 4x4 blocks, whose lanes are random with this share of bits set.
fn lines(unit: &UnitShape, share: u64) -> Vec<Line> {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut bit = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        u16::from(random >> 40 & 1023 < share)
    };
    let mut lines = vec![Line([0; 32]); unit.lines()];
    for (number, lane) in lanes_mut(&mut lines).iter_mut().enumerate() {
        let place = unit.first_line * 32 + number % (unit.row_lines * 32);
        if place % (unit.block_lines * 32) < unit.block_lanes {
            *lane = (0..unit.tiles).fold(0, |lane, tile| lane | bit() << tile);
        }
    }
    lines
}

/// Units of whole blocks of 4x4, with this many rows.
fn whole_blocks(rows: usize) -> UnitShape {
    UnitShape { tiles: 15, block_lanes: 360, block_lines: 12, rows, row_lines: 12, first_line: 0 }
}

fn codec(models: &Arc<Models>, effort: Effort) -> LevelCodec {
    LevelCodec::new(models.clone(), Arc::default()).with_effort(effort)
}

#[test]
fn models_are_trained_on_dense_units_only() {
    let unit = whole_blocks(40);
    for (share, observed) in [(0, 0), (5, 0), (100, 1), (1024, 0)] {
        let models = Arc::new(Models::default());
        let mut coded = Vec::new();
        let lines = lines(&unit, share);
        codec(&models, Effort::Fast).coder().encode(&unit, 0, Bottleneck::Cpu, &lines, &mut coded);
        assert_eq!(
            training_lanes(&models).len(),
            observed,
            "{share} of 1024 bits: {} bytes",
            coded.len()
        );
    }
}

#[test]
fn memory_that_is_promised_holds_a_unit_and_its_coders() {
    for rows in [1, 40, 2_000] {
        let unit = whole_blocks(rows);
        // The last column is narrower, by a line.
        let narrow = UnitShape { row_lines: 11, ..unit };
        let models = Arc::new(Models::default());
        let codec = codec(&models, Effort::Dense);
        let mut coder = codec.level_coder();
        let mut max = 0;
        // With half of the bits set nothing is saved; then there is a model.
        for (unit, share) in
            [512, 100, 300, 700].into_iter().flat_map(|share| [(unit, share), (narrow, share)])
        {
            let mut coded = Vec::new();
            let lines = lines(&unit, share);
            disk::UnitCoder::encode(&mut coder, &unit, 0, Bottleneck::Cpu, &lines, &mut coded);
            let mut decoded = vec![Line([0; 32]); lines.len()];
            disk::UnitCoder::decode(&mut coder, &unit, &coded, &mut decoded).expect("a unit");
            assert!(lanes(&decoded) == lanes(&lines));
            models.train_next();
            max = max.max(coded.len());
        }
        assert_eq!(coder.coders.len(), 2);
        let used: usize = coder.coders.iter().map(|(coder, _)| coder.memory_bytes()).sum();
        let lines = unit.lines();
        let promised = codec.max_bytes(lines);
        assert!((max..=lines * size_of::<Line>() + 100).contains(&promised), "{max} {promised}");
        let promised = codec.coder_bytes(lines);
        assert!((used..2 * used + (1 << 20)).contains(&promised), "{used} {promised}");
    }
}

#[test]
fn lanes_of_a_part_of_a_block_are_used_up_to_its_last_state() {
    let used = |row_lines, first_line| {
        let part = UnitShape { row_lines, first_line, ..whole_blocks(1) };
        super::shape(&part).map(|shape| (shape.used(), shape.stride()))
    };
    assert_eq!(used(12, 0), Ok((360, 384)));
    assert_eq!(used(4, 0), Ok((128, 128)));
    assert_eq!(used(4, 4), Ok((128, 128)));
    assert_eq!(used(4, 8), Ok((104, 128)));
    assert_eq!(used(24, 0), Ok((360, 384)), "two blocks");
}
