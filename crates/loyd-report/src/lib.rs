//! Reports of experiments: documents of sentences, tables and charts in the formats that people and
//! programs read. Everything is made in memory and handed over as text or bytes; no puzzle, file or
//! terminal is named here.
//!
//! | module | contents |
//! |---|---|
//! | [`document`] | a document as sections of sentences, tables and charts; text, Markdown and HTML of it |
//! | [`chart`] | charts as scenes: levels, strips, points, histograms, on a wide and a narrow [`chart::Sheet`] |
//! | [`scene`] | a picture as a list of shapes |
//! | [`animation`] | scenes in a row: SVG and HTML that move, GIF, a strip of pictures |
//! | [`typeface`] | widths of text in the font of the pictures; the font is in `font/`, with its licence |
//! | `palette` | colours |
//! | [`svg`](mod@svg), `png` | scenes as files |
//! | [`record`] | a result as named values |
//! | [`mod@format`] | the formats of results behind one trait, a file each |
//! | [`numbers`] | counts, rates, times and sizes as people read them |
//!
//! The feature `png` adds pictures as PNG, and the font that they are drawn with. Without it the crate
//! builds for WebAssembly.
//!
//! ```
//! use loyd_report::chart::{Sheet, levels::{Levels, levels}};
//!
//! let states = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1];
//! let of = Levels { title: "3x2", states: &states, complete: true, comparison: None };
//! let picture = loyd_report::svg::svg(&levels(&of, Sheet::NARROW));
//! assert!(picture.contains("360 states, all there are"));
//! ```
#![forbid(unsafe_code)]

pub mod animation;
pub mod chart;
pub mod document;
pub mod format;
pub mod numbers;
pub mod palette;
#[cfg(feature = "png")]
pub mod png;
pub mod record;
pub mod scene;
pub mod svg;
pub mod typeface;
