//! Tests of the searches of `loyd` on boards of tiles, and on graphs made at random.

mod best_first;
mod both_ends;
mod every;
mod pool;
mod pruning;
mod toy;
