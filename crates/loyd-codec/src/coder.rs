//! The encoder and decoder: chooses a method for each unit, and owns all scratch memory.

use std::sync::Arc;

use crate::arch::{Backward, Kernels};
use crate::error::CodecError;
use crate::method::{Effort, Method};
use crate::model::{self, Model};
use crate::shape::{self, Shape};
use crate::tiers::Tiers;
use crate::{plain, rans, rice};

/// Encodes and decodes units of one shape: one for each thread.
///
/// ```
/// use loyd_codec::{Coder, Effort, Method, Shape};
///
/// // 3x3 has blocks of 210 lanes with 8 bits, padded to 224 lanes.
/// let shape = Shape::new(8, 210, 224)?;
/// let mut unit = vec![0; 448];
/// unit[3] = 0b10;
/// unit[300] = 0b1001;
/// let (mut coder, mut bytes) = (Coder::new(shape), Vec::new());
/// assert_eq!(coder.encode(&unit, Effort::Fast, &mut bytes)?, Method::Rice);
/// let mut back = vec![0; 448];
/// coder.decode(&bytes, &mut back)?;
/// assert_eq!(back, unit);
/// # Ok::<(), loyd_codec::CodecError>(())
/// ```
#[derive(Debug)]
pub struct Coder {
    shape: Shape,
    kernels: Kernels,
    model: Option<Arc<Model>>,
    /// The lanes that hold states, padded to whole groups.
    dense: Vec<u16>,
    /// The number of lanes that hold states.
    states: usize,
    tiers: Tiers,
    backward: Backward,
    counts: Vec<u16>,
}

impl Coder {
    /// A coder without a model: it neither writes nor reads [`Method::Rans`].
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self::with_kernels(shape, Kernels::detect())
    }

    /// Works as [`new`](Coder::new) does, with chosen kernels. The bytes are the same for all.
    #[must_use]
    pub fn with_kernels(shape: Shape, kernels: Kernels) -> Self {
        Coder {
            shape,
            kernels,
            model: None,
            dense: Vec::new(),
            states: 0,
            tiers: Tiers::new(shape.bits()),
            backward: Backward::default(),
            counts: Vec::new(),
        }
    }

    /// Uses this model from now on; the decoder needs the same one.
    ///
    /// # Panics
    /// If the model is for lanes of another number of bits.
    pub fn set_model(&mut self, model: Arc<Model>) {
        assert_eq!(model.bits(), self.shape.bits(), "a model of this shape");
        self.model = Some(model);
    }

    /// The kernels in use.
    #[must_use]
    pub fn kernels(&self) -> Kernels {
        self.kernels
    }

    /// The shape of the units.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The memory held for units up to the longest so far, in bytes; without the model.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        2 * (self.dense.capacity() + self.counts.capacity())
            + self.tiers.memory_bytes()
            + self.backward.memory_bytes()
    }

    /// Appends the unit to `out` by the method with the smallest estimated size, and returns that
    /// method. O(lanes).
    ///
    /// # Errors
    /// [`CodecError::TooLong`] if the unit has more than 2^24 lanes.
    ///
    /// # Panics
    /// If a bit outside the states is set.
    pub fn encode(
        &mut self,
        lanes: &[u16],
        effort: Effort,
        out: &mut Vec<u8>,
    ) -> Result<Method, CodecError> {
        let (ones, slots) = self.take(lanes)?;
        if ones == 0 || ones == slots {
            let method = if ones == 0 { Method::Empty } else { Method::Full };
            out.push(method as u8);
            return Ok(method);
        }
        let rice = rice::choose(ones, slots);
        let lanes = self.states as u64;
        let raw = 1 + 2 * lanes;
        // Each Rice code takes time: above this density, tiers are several times faster.
        let slow = effort == Effort::Fast && rice.count > slots / 64;
        let rice = if slow { u64::MAX } else { rice.bytes };
        let start = out.len();
        // Below half a bit a lane the neighbours of a lane say little: nearly all are empty.
        let thin = rice < lanes / 16;
        let smaller = raw.min(rice);
        let worth = self.model.is_some() && smaller > 4 * model::STATES as u64 && !thin;
        if effort == Effort::Dense && worth {
            // If rANS is smaller than raw and Rice, it is smaller than tiers with few exceptions:
            // choosing their dictionary would take a tenth of the time.
            self.write(Method::Rans, ones, out);
            if ((out.len() - start) as u64) < smaller {
                return Ok(Method::Rans);
            }
            out.truncate(start);
        }
        // The sieve of the tiers alone takes a bit a lane.
        let tiers = if rice < lanes / 8 { u64::MAX } else { self.tiers.choose(&self.dense) };
        let methods = [(raw, Method::Raw), (rice, Method::Rice), (tiers, Method::Tiers)];
        let (_, method) = methods.into_iter().min().expect("three");
        self.write(method, ones, out);
        // The sample of the tiers was misleading.
        if (out.len() - start) as u64 > raw {
            out.truncate(start);
            self.write(Method::Raw, ones, out);
            return Ok(Method::Raw);
        }
        Ok(method)
    }

    /// Appends the unit to `out` by a given method; returns `false` if the method cannot express
    /// it: empty and full units are special, and rANS needs a model.
    ///
    /// # Errors
    /// The errors of [`encode`](Coder::encode).
    ///
    /// # Panics
    /// The errors of [`encode`](Coder::encode).
    pub fn encode_with(
        &mut self,
        method: Method,
        lanes: &[u16],
        out: &mut Vec<u8>,
    ) -> Result<bool, CodecError> {
        let (ones, slots) = self.take(lanes)?;
        match method {
            Method::Empty if ones != 0 => return Ok(false),
            Method::Full if ones != slots => return Ok(false),
            Method::Rans if self.model.is_none() => return Ok(false),
            Method::Tiers => drop(self.tiers.choose(&self.dense)),
            _ => {}
        }
        self.write(method, ones, out);
        Ok(true)
    }

    /// Gathers the states of a unit; returns the number of set states, and of all states.
    fn take(&mut self, lanes: &[u16]) -> Result<(u64, u64), CodecError> {
        shape::check_length(lanes)?;
        self.shape.gather(lanes, &mut self.dense);
        self.states = self.shape.states_in(lanes.len());
        Ok((self.kernels.count_states(&self.dense), self.shape.slots(lanes.len())))
    }

    /// Appends the gathered states, `ones` bits of which are set.
    fn write(&mut self, method: Method, ones: u64, out: &mut Vec<u8>) {
        let lanes = self.states;
        let (bits, full) = (self.shape.bits(), self.shape.full());
        let exact = &self.dense[..lanes];
        match method {
            Method::Empty | Method::Full => out.push(method as u8),
            Method::Raw => plain::encode_raw(exact, out),
            Method::Rice => {
                let choice = rice::choose(ones, lanes as u64 * u64::from(bits));
                rice::encode(choice, bits, full, exact, out);
            }
            Method::Tiers => self.tiers.encode(self.kernels, &self.dense, out),
            Method::Rans => {
                let model = self.model.as_ref().expect("a model");
                rans::encode(self.kernels, model, &self.dense, &mut self.backward, out);
            }
        }
    }

    /// Decodes a unit into `lanes`, padding included. After an error their contents are
    /// unspecified.
    ///
    /// # Errors
    /// [`CodecError`] if the bytes are not those of a unit of this length.
    pub fn decode(&mut self, bytes: &[u8], lanes: &mut [u16]) -> Result<(), CodecError> {
        shape::check_length(lanes)?;
        let (&first, rest) =
            bytes.split_first().ok_or(CodecError::Truncated { method: "nameless" })?;
        let method = Method::from_byte(first).ok_or(CodecError::UnknownMethod(first))?;
        let (bits, full) = (self.shape.bits(), self.shape.full());
        let states = self.shape.states_in(lanes.len());
        let damaged = |what| CodecError::Damaged { method: method.name(), what };
        self.dense.resize(states.next_multiple_of(shape::GROUP), 0);
        let exact = &mut self.dense[..states];
        match method {
            Method::Empty => plain::decode_uniform(method, 0, rest, exact)?,
            Method::Full => plain::decode_uniform(method, full, rest, exact)?,
            Method::Raw => plain::decode_raw(rest, exact)?,
            Method::Rice => rice::decode(rest, bits, full, exact)?,
            Method::Tiers => {
                self.tiers.decode(self.kernels, rest, &mut self.dense)?;
            }
            Method::Rans => {
                let model = self.model.as_ref().ok_or(CodecError::NoModel)?;
                rans::decode(self.kernels, model, rest, &mut self.dense, &mut self.counts)?;
            }
        }
        if !self.shape.scatter(&self.dense[..states], lanes) {
            return Err(damaged("a bit outside the states is set"));
        }
        Ok(())
    }
}
