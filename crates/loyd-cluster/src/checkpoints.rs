//! Checkpoints of one process of several: all continue from one that all have.
//!
//! All processes save the same level boundaries, in turn in two places. A process that is lost while
//! it saves leaves the other place as it was, and no process is more than one checkpoint ahead: so
//! there is one that all have, once all have saved one.

use crate::network::Network;
use loyd_enumerate::checkpoint::{Boundary, Checkpoints, Snapshot, StoreError};
use std::sync::Arc;

/// Two places for checkpoints of one process, and its network.
#[derive(Debug)]
pub struct ClusterCheckpoints<C> {
    network: Arc<Network>,
    places: [C; 2],
    /// The place of the last checkpoint.
    newest: Option<usize>,
}

impl<C: Checkpoints> ClusterCheckpoints<C> {
    /// Checkpoints in two places that are used for nothing else.
    #[must_use]
    pub fn new(network: Arc<Network>, places: [C; 2]) -> Self {
        ClusterCheckpoints { network, places, newest: None }
    }

    /// The two places.
    #[must_use]
    pub fn into_places(self) -> [C; 2] {
        self.places
    }

    /// The place of the newest checkpoint that all processes have.
    fn agreed(&mut self) -> Result<Option<usize>, StoreError> {
        let mut own = [0u32; 2];
        for (number, place) in own.iter_mut().zip(&mut self.places) {
            // Levels are numbered from 1 here: 0 is not a checkpoint.
            *number = place.saved()?.map_or(0, |(snapshot, _)| snapshot.record.depth() + 1);
        }
        let all = self.network.gather_numbers(own)?;
        let is_common = |number: &u32| *number > 0 && all.iter().all(|has| has.contains(number));
        let Some(newest) = own.into_iter().filter(is_common).max() else {
            let without = all.iter().position(|has| *has == [0, 0]);
            let is_advanced = all.iter().any(|has| !has.contains(&0));
            // With one checkpoint only, it is the first one, which not all had saved.
            return match without {
                Some(process) if is_advanced => Err(StoreError::data(format!(
                    "process {process} has no checkpoint, and others have: restore its folder, or \
                     begin again in another one"
                ))),
                None => Err(StoreError::data(
                    "the processes have no checkpoint in common: check their folders",
                )),
                Some(_) => Ok(None),
            };
        };
        Ok(own.iter().position(|&number| number == newest))
    }
}

impl<C: Checkpoints> Checkpoints for ClusterCheckpoints<C> {
    fn is_due(&mut self, depth: u32) -> bool {
        self.places[self.newest.unwrap_or(0)].is_due(depth)
    }

    fn save(&mut self, boundary: &Boundary<'_>) -> Result<u64, StoreError> {
        let place = self.newest.map_or(0, |newest| 1 - newest);
        let written = self.places[place].save(boundary)?;
        self.newest = Some(place);
        Ok(written)
    }

    fn saved(&mut self) -> Result<Option<(Snapshot, u64)>, StoreError> {
        self.newest = self.agreed()?;
        match self.newest {
            Some(place) => self.places[place].saved(),
            None => Ok(None),
        }
    }

    fn load(&mut self, bytes: &mut [u8]) -> Result<u64, StoreError> {
        self.places[self.newest.unwrap_or(0)].load(bytes)
    }
}
