//! Tests of the searches of `loyd-search` on tile boards and on random graphs.

mod best_first;
mod both_ends;
mod every;
mod focal;
mod mm;
mod pea;
mod pool;
mod pruning;
mod rbfs;
mod toy;
