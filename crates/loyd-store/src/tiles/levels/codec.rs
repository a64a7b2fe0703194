//! The codec of units: the methods of `loyd-codec`, with a model for each level.
//!
//! A model is trained on some dense units while a level is encoded, and used to encode the next
//! level. It is committed with the level, so that the model of each unit is available: the first
//! byte of a unit is the number of its model, modulo 256.

use super::effort_policy::EffortPolicy;
use loyd_codec::{Effort, Model, Shape};
use loyd_search::arch::line::{lanes, lanes_mut};
use loyd_tiles::arch::bitmap::Line;
use loyd_tiles_enumerate::disk::{self, Bottleneck, CorruptUnit, UnitCodec, UnitShape};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of units on which a model is trained.
const TRAINING_UNITS: usize = 24;
/// One dense unit in this many is a candidate.
const ONE_OF: u64 = 64;

/// The models in use, and the training units of the next one.
#[derive(Debug, Default)]
pub(super) struct Models(Mutex<ModelState>);

/// Models by number; the last one is used for encoding.
type ModelMap = BTreeMap<u32, Arc<Model>>;

#[derive(Debug, Default)]
struct ModelState {
    models: ModelMap,
    training_units: Vec<(Shape, Vec<u16>)>,
    seen: u64,
    /// The new model for the next level, if it is decided already; no entry for no new one.
    decided: Option<ModelMap>,
}

impl Models {
    fn state(&self) -> MutexGuard<'_, ModelState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The model for encoding, and its number.
    fn newest(&self) -> Option<(u8, Arc<Model>)> {
        let state = self.state();
        state.models.last_key_value().map(|(&number, model)| (number as u8, model.clone()))
    }

    fn numbered(&self, number: u8) -> Option<Arc<Model>> {
        let state = self.state();
        state.models.iter().find(|entry| *entry.0 as u8 == number).map(|(_, model)| model.clone())
    }

    /// Adds an encoded unit to the training units, if it is a candidate.
    fn observe(&self, shape: Shape, unit: &[u16]) {
        let mut state = self.state();
        state.seen += 1;
        if !state.seen.is_multiple_of(ONE_OF) && state.training_units.len() >= 2 {
            return;
        }
        let unit = (shape, unit.to_vec());
        if state.training_units.len() < TRAINING_UNITS {
            state.training_units.push(unit);
        } else {
            // Later units replace earlier ones, so that they come from the whole level.
            let at = (state.seen / ONE_OF) as usize * 7 % TRAINING_UNITS;
            state.training_units[at] = unit;
        }
    }

    /// Removes all training units, at the beginning of a level.
    pub(super) fn clear_training(&self) {
        let mut state = self.state();
        (state.training_units, state.seen) = (Vec::new(), 0);
        state.decided = None;
    }

    /// The training units as bytes: the number of units seen, then for each training unit bits,
    /// lanes used, lanes of a block, number of lanes, and the lanes.
    pub(super) fn training_units(&self) -> Vec<u8> {
        let state = self.state();
        let mut bytes = state.seen.to_le_bytes().to_vec();
        for (shape, unit) in &state.training_units {
            let words = [shape.bits() as usize, shape.used(), shape.stride(), unit.len()];
            bytes.extend(words.iter().flat_map(|&word| (word as u32).to_le_bytes()));
            bytes.extend(unit.iter().flat_map(|lane| lane.to_le_bytes()));
        }
        bytes
    }

    /// Restores training units; none if they cannot be read.
    pub(super) fn restore_training(&self, bytes: &[u8]) {
        let (seen, training_units) = parse_training_units(bytes).unwrap_or_default();
        let mut state = self.state();
        (state.training_units, state.seen) = (training_units, seen);
    }

    /// A copy of the models, to restore them later.
    pub(super) fn snapshot(&self) -> ModelMap {
        self.state().models.clone()
    }

    /// Restores earlier models, after a commit failed.
    pub(super) fn roll_back(&self, models: ModelMap) {
        self.state().models = models;
    }

    /// Trains the model for the next level. The last three models remain: those of the committed
    /// level, of the new one, and the new model.
    pub(super) fn train_next(&self) {
        let mut state = self.state();
        let decided = state.decided.take().unwrap_or_else(|| state.train());
        state.training_units.clear();
        state.seen = 0;
        state.models.extend(decided);
        while state.models.len() > 3 {
            state.models.pop_first();
        }
    }

    /// Trains the model for the next level ahead of the commit; returns it as [`to_bytes`] does, or
    /// nothing if no model is better.
    ///
    /// [`to_bytes`]: Models::to_bytes
    pub(super) fn decide(&self) -> Vec<u8> {
        let mut state = self.state();
        let trained = state.train();
        let bytes = trained.iter().flat_map(|(&number, model)| entry(number, model)).collect();
        state.decided = Some(trained);
        bytes
    }

    /// Decides for a model that another store has trained, or for none; returns false if it cannot be
    /// the model for the next level.
    pub(super) fn adopt(&self, bytes: &[u8]) -> bool {
        let Some(models) = parse(bytes).filter(|models| models.len() <= 1) else { return false };
        let mut state = self.state();
        let is_next = models.keys().all(|&number| number == state.next_number());
        state.decided = Some(models);
        is_next
    }

    /// All models as bytes: number, bits, length, bytes of each.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (&number, model) in &self.state().models {
            bytes.extend(entry(number, model));
        }
        bytes
    }

    /// Restores stored models, whose lanes must have a bit for each tile; returns false if they
    /// cannot be read, or have other lanes.
    pub(super) fn restore(&self, bytes: &[u8], tiles: usize) -> bool {
        let fits = |models: &ModelMap| models.values().all(|model| model.bits() as usize == tiles);
        let Some(models) = parse(bytes).filter(fits) else { return false };
        let mut state = self.state();
        *state = ModelState { models, ..ModelState::default() };
        true
    }
}

impl ModelState {
    fn next_number(&self) -> u32 {
        self.models.last_key_value().map_or(1, |(&number, _)| number + 1)
    }

    /// Trains a model on the training units; no entry without units.
    fn train(&self) -> ModelMap {
        let Some(&(shape, _)) = self.training_units.first() else { return ModelMap::new() };
        let units: Vec<&[u16]> = self
            .training_units
            .iter()
            .filter(|(of, _)| *of == shape)
            .map(|(_, unit)| unit.as_slice())
            .collect();
        ModelMap::from([(self.next_number(), Arc::new(Model::train(shape, &units)))])
    }
}

fn entry(number: u32, model: &Model) -> Vec<u8> {
    let stored = model.to_bytes();
    let mut bytes = number.to_le_bytes().to_vec();
    bytes.extend(model.bits().to_le_bytes());
    bytes.extend((stored.len() as u32).to_le_bytes());
    bytes.extend(stored);
    bytes
}

type TrainingUnits = Vec<(Shape, Vec<u16>)>;

fn parse_training_units(bytes: &[u8]) -> Option<(u64, TrainingUnits)> {
    let (seen, mut rest) = bytes.split_first_chunk::<8>()?;
    let mut training_units = TrainingUnits::new();
    while !rest.is_empty() {
        let (head, tail) = rest.split_at_checked(16)?;
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| head[at + i]));
        let shape = Shape::new(word(0), word(4) as usize, word(8) as usize).ok()?;
        let (unit, tail) = tail.split_at_checked((word(12) as usize).checked_mul(2)?)?;
        let lane = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
        let unit: Vec<u16> = unit.chunks_exact(2).map(lane).collect();
        if training_units.len() >= TRAINING_UNITS || !holds_states_only(shape, &unit) {
            return None;
        }
        training_units.push((shape, unit));
        rest = tail;
    }
    Some((u64::from_le_bytes(*seen), training_units))
}

/// Returns whether no bit is set where a unit has no state.
fn holds_states_only(shape: Shape, unit: &[u16]) -> bool {
    let is_state = |(number, &lane): (usize, &u16)| {
        let bits = if number % shape.stride() < shape.used() { shape.bits() } else { 0 };
        u32::from(lane) >> bits == 0
    };
    !unit.is_empty() && unit.iter().enumerate().all(is_state)
}

/// The upper bound for numbers of models, which grow by one a level.
const MAX_MODELS: u32 = 1 << 24;

fn parse(mut rest: &[u8]) -> Option<ModelMap> {
    let mut models = ModelMap::new();
    while !rest.is_empty() {
        let (head, tail) = rest.split_at_checked(12)?;
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| head[at + i]));
        let (stored, tail) = tail.split_at_checked(word(8) as usize)?;
        let shape = Shape::new(word(4), 1, 32).ok().filter(|_| word(0) < MAX_MODELS)?;
        models.insert(word(0), Arc::new(Model::from_bytes(shape, stored).ok()?));
        rest = tail;
    }
    Some(models)
}

/// The codec of a store's units.
#[derive(Clone, Debug)]
pub struct LevelCodec {
    models: Arc<Models>,
    effort_policy: Arc<EffortPolicy>,
    effort: Option<Effort>,
    bottleneck: Option<Bottleneck>,
}

impl LevelCodec {
    pub(super) fn new(models: Arc<Models>, effort_policy: Arc<EffortPolicy>) -> Self {
        LevelCodec { models, effort_policy, effort: None, bottleneck: None }
    }

    /// The same codec, always with this effort; by default it depends on the free space and on the
    /// bottleneck.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Self {
        LevelCodec { effort: Some(effort), ..self }
    }

    /// The same codec with a fixed bottleneck instead of the measured one: its effort does not
    /// depend on the load of the machine.
    #[must_use]
    pub fn with_bottleneck(self, bottleneck: Bottleneck) -> Self {
        LevelCodec { bottleneck: Some(bottleneck), ..self }
    }

    fn level_coder(&self) -> UnitCoder {
        UnitCoder {
            models: self.models.clone(),
            effort_policy: self.effort_policy.clone(),
            effort: self.effort,
            bottleneck: self.bottleneck,
            coders: Vec::new(),
        }
    }
}

impl UnitCodec for LevelCodec {
    fn coder(&self) -> Box<dyn disk::UnitCoder> {
        Box::new(self.level_coder())
    }

    fn max_bytes(&self, lines: usize) -> usize {
        lines * size_of::<Line>() + 64
    }

    fn coder_bytes(&self, lines: usize) -> usize {
        // The gathered lanes, their entries in the tables, the coded halves: less than 7 bytes for each of
        // a unit (`Coder::memory_bytes`), and as much for a narrower last column; dictionaries.
        lines * size_of::<Line>() * 14 + (1 << 20)
    }
}

struct UnitCoder {
    models: Arc<Models>,
    effort_policy: Arc<EffortPolicy>,
    effort: Option<Effort>,
    bottleneck: Option<Bottleneck>,
    /// A coder for each shape: two, if the last column is narrower.
    coders: Vec<(loyd_codec::Coder, Option<u8>)>,
}

/// The shape of a unit, from the arrangement of its lanes.
fn shape(unit: &UnitShape) -> Result<Shape, loyd_codec::CodecError> {
    let bits = unit.tiles as u32;
    if unit.row_lines.is_multiple_of(unit.block_lines) && unit.first_line == 0 {
        return Shape::new(bits, unit.block_lanes, unit.block_lines * 32);
    }
    // A part of a block.
    let lanes = unit.row_lines * 32;
    Shape::new(bits, lanes.min(unit.block_lanes.saturating_sub(unit.first_line * 32)), lanes)
}

impl UnitCoder {
    /// Returns the coder for a shape; creates it if it is missing.
    fn coder(&mut self, shape: Shape) -> &mut (loyd_codec::Coder, Option<u8>) {
        let at = self.coders.iter().position(|(coder, _)| coder.shape() == shape);
        let at = at.unwrap_or_else(|| {
            self.coders.push((loyd_codec::Coder::new(shape), None));
            self.coders.len() - 1
        });
        &mut self.coders[at]
    }
}

impl disk::UnitCoder for UnitCoder {
    fn encode(
        &mut self,
        unit: &UnitShape,
        states: u64,
        bottleneck: Bottleneck,
        lines: &[Line],
        out: &mut Vec<u8>,
    ) {
        let bottleneck = self.bottleneck.unwrap_or(bottleneck);
        let effort =
            self.effort.unwrap_or_else(|| self.effort_policy.effort(unit, states, bottleneck));
        let newest = self.models.newest();
        let models = self.models.clone();
        let number = newest.as_ref().map_or(0, |(number, _)| *number);
        out.push(number);
        let unit_lanes = lanes(lines);
        let coded = shape(unit).and_then(|shape| {
            let (coder, current) = self.coder(shape);
            if let Some((number, model)) = newest
                && *current != Some(number)
            {
                coder.set_model(model);
                *current = Some(number);
            }
            let start = out.len();
            let method = coder.encode(unit_lanes, effort, out)?;
            // Sparse units are useless for training.
            if (out.len() - start) * 8 > unit_lanes.len() && method != loyd_codec::Method::Raw {
                models.observe(shape, unit_lanes);
            }
            Ok(())
        });
        if coded.is_err() {
            // No plan has units of such a length or shape; decoding detects a unit that cannot be
            // decoded.
            out.truncate(1);
        }
    }

    fn decode(
        &mut self,
        unit: &UnitShape,
        bytes: &[u8],
        lines: &mut [Line],
    ) -> Result<(), CorruptUnit> {
        let corrupt = |error: loyd_codec::CodecError| CorruptUnit(error.to_string());
        let (&number, rest) =
            bytes.split_first().ok_or_else(|| CorruptUnit("it is empty".to_owned()))?;
        let shape = shape(unit).map_err(corrupt)?;
        let models = self.models.clone();
        let (coder, current) = self.coder(shape);
        if number != 0 && *current != Some(number) {
            let model = models.numbered(number);
            let model = model.filter(|model| model.bits() == shape.bits());
            let model = model.ok_or_else(|| CorruptUnit(format!("model {number} is not known")))?;
            coder.set_model(model);
            *current = Some(number);
        }
        coder.decode(rest, lanes_mut(lines)).map_err(corrupt)
    }
}

#[cfg(test)]
mod tests;
