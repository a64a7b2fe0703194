//! Every entry against a slow search that knows nothing of ranks, projections or predecessors.

mod bits;
mod building;
mod heuristics;
mod tiles;
