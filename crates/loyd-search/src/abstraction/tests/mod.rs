//! Every entry compared with a slow search that uses no ranks, projections or predecessors.

mod bits;
mod building;
mod heuristics;
mod tiles;
