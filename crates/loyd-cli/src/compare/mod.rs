//! Many searches side by side: planned, run, kept, judged, reported.
//!
//! | file | idea |
//! |---|---|
//! | [`grid`] | lists of alternatives: `wastar(1.5\|3)` |
//! | [`algorithms`] | what a comparison has to know of an algorithm |
//! | [`positions`], [`plan`] | groups of positions; cells of algorithm and heuristic; what is left out and why |
//! | [`run`], [`result`] | the runs, one at a time unless asked; what came of each |
//! | [`results_folder`] | results kept in a folder as they come, and continued |
//! | [`judge`] | what must hold of the results together |
//! | [`repeats`] | searches that are run several times: their median, and that they agree |
//! | [`statistics`], [`measures`] | mean, median, deviation; what is measured |
//! | [`findings`] | all of this together, as a report asks for it |
//! | [`report`], [`summary`], [`charts`] | results as sentences, tables and pictures |
//! | [`facts`], [`date`] | what was compared, with what, where and when |
//! | [`raw`], [`outputs`] | results for other programs; the files they go to |

pub(crate) mod algorithms;
mod charts;
mod date;
pub(crate) mod facts;
pub(crate) mod findings;
pub(crate) mod grid;
pub(crate) mod judge;
pub(crate) mod measures;
pub(crate) mod outputs;
pub(crate) mod plan;
pub(crate) mod positions;
pub(crate) mod raw;
pub(crate) mod repeats;
pub(crate) mod report;
pub(crate) mod result;
pub(crate) mod results_folder;
pub(crate) mod run;
mod statistics;
pub(crate) mod summary;
