//! Tests of best-first search.
