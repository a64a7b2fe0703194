//! Boards of tiles: notation, moves, ranking, symmetry, scrambling, audits and traces.

mod audit;
mod detours;
mod moves;
mod notation;
mod ranking;
mod scramble;
mod seeds;
mod symmetry;
mod trace;
