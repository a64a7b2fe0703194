//! Boards of tiles: notation, moves, ranking, symmetry, scrambling, audits and traces.

mod audit;
mod detours;
mod library_guide;
mod moves;
mod notation;
mod ranking;
mod readme;
mod scramble;
mod seeds;
mod symmetry;
mod trace;
