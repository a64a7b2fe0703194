//! The state as two small numbers, each with a table of turns: complete enumeration needs two
//! lookups per move.
//!
//! A turn acts on the permutation without regard to the orientation and on the orientation without
//! regard to the permutation (it twists places with any piece): the technique of H. Kociemba's
//! coordinate level.

use super::{Cube2, Cube2Ranking, Cube2Space, ORIENTATIONS, PERMUTATIONS};
use crate::{Metric, MovingCoordinate, Turn};

/// Permutation and orientation of a state, numbered as in [`Cube2Ranking`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Coordinates {
    /// The permutation, below [`PERMUTATIONS`].
    pub permutation: u16,
    /// The orientation, below [`ORIENTATIONS`].
    pub orientation: u16,
}

impl Coordinates {
    /// The coordinates of the solved cube.
    pub const SOLVED: Self = Self { permutation: 0, orientation: 0 };

    /// The rank of the state, below [`super::STATES`].
    #[inline]
    pub fn rank(self) -> u64 {
        u64::from(self.permutation) * ORIENTATIONS as u64 + u64::from(self.orientation)
    }

    /// The coordinates of a rank below [`super::STATES`].
    #[inline]
    pub fn of_rank(rank: u64) -> Self {
        Self {
            permutation: (rank / ORIENTATIONS as u64) as u16,
            orientation: (rank % ORIENTATIONS as u64) as u16,
        }
    }
}

/// The effect of each turn on each coordinate; some 104 KiB.
#[derive(Clone, Debug)]
pub struct TurnTables {
    /// By permutation, then by [`Turn::index`]: the permutation after the turn.
    pub permutation: Vec<[u16; 9]>,
    /// By orientation, then by [`Turn::index`]: the orientation after the turn.
    pub orientation: Vec<[u16; 9]>,
}

impl TurnTables {
    /// Builds the tables.
    pub fn new(ranking: &Cube2Ranking) -> Self {
        let after = |permutation: usize, orientation: usize| {
            let here =
                Coordinates { permutation: permutation as u16, orientation: orientation as u16 };
            let cube = ranking.cube(here);
            Turn::first().map(|turn| ranking.coordinates(Cube2::after(cube, &[turn])))
        };
        Self {
            permutation: (0..PERMUTATIONS)
                .map(|permutation| after(permutation, 0).map(|there| there.permutation))
                .collect(),
            orientation: (0..ORIENTATIONS)
                .map(|orientation| after(0, orientation).map(|there| there.orientation))
                .collect(),
        }
    }

    /// The coordinates after a turn of U, R or F.
    #[inline]
    #[must_use]
    pub fn turn(&self, here: Coordinates, turn: Turn) -> Coordinates {
        Coordinates {
            permutation: self.permutation[here.permutation as usize][turn.index()],
            orientation: self.orientation[here.orientation as usize][turn.index()],
        }
    }
}

/// One of the two coordinates.
#[derive(Clone, Debug)]
pub struct Coordinate {
    ranking: Cube2Ranking,
    of: fn(Coordinates) -> u16,
    turned: fn(TurnTables) -> Vec<[u16; 9]>,
}

impl MovingCoordinate for Coordinate {
    type Cube = Cube2;
    type Turned = [u16; 9];

    fn value(&self, cube: Cube2) -> u16 {
        (self.of)(self.ranking.coordinates(cube))
    }

    fn table(&self) -> Vec<[u16; 9]> {
        (self.turned)(TurnTables::new(&self.ranking))
    }
}

/// The exact distance in one coordinate, in moves of metric `M`.
pub type CoordinateDistance<M> = crate::CoordinateDistance<Coordinate, M>;

impl<M: Metric> CoordinateDistance<M> {
    /// The number of moves needed to put every corner in its place, twisted or not.
    pub fn permutation(space: &Cube2Space<M>) -> Self {
        let (ranking, of) =
            (Cube2Ranking::new(), |coordinates: Coordinates| coordinates.permutation);
        Self::new(space, Coordinate { ranking, of, turned: |tables| tables.permutation })
    }

    /// The number of moves needed until no place holds a twisted corner, whichever corner it holds.
    pub fn orientation(space: &Cube2Space<M>) -> Self {
        let (ranking, of) =
            (Cube2Ranking::new(), |coordinates: Coordinates| coordinates.orientation);
        Self::new(space, Coordinate { ranking, of, turned: |tables| tables.orientation })
    }
}
