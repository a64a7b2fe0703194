//! `loyd graph draw`: a picture of a small graph.

use super::GraphOf;
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::interrupt::on_interrupt;
use crate::output::Output;
#[cfg(feature = "png")]
use crate::plot;
use clap::Args;
use loyd_graph::draw::{Layout, MAX_STATES, Picture, dot, scene};
use loyd_graph::{Access, DatabaseUrl, GraphError, build};
use loyd_report::numbers::plural;
use loyd_report::svg::svg;
use loyd_search::observe::{Limit, StopCause};
use std::io::Write;
use std::path::{Path, PathBuf};

/// After the help of `graph draw`.
const HELP: &str = "\
Examples:
  loyd graph draw 2x2 -o 2x2.svg
  loyd graph draw 3x2 -o 3x2.svg --layout rings
  loyd graph draw 3x3 --depth 8 -o 8.png
  loyd graph draw cube2 --metric quarter --depth 3 -o cube.svg
  loyd graph draw 3x2 -o 3x2.dot && dot -Tpdf 3x2.dot -o 3x2.pdf

Draws at limit 2,000 states: give a --depth where there are more. The goal is on top, or in the middle;
lines are moves, dashed within a level.";

/// `loyd graph draw`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    of: GraphOf,
    /// The arrangement of the levels: `rows`, or `rings` around the goal.
    #[arg(long, value_name = "NAME", default_value_t = Layout::Rows)]
    layout: Layout,
    /// Write to FILE.svg, FILE.png or FILE.dot.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: PathBuf,
    /// Print no hints.
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

/// The formats, by the end of the name of the file.
#[derive(Clone, Copy)]
enum Format {
    Svg,
    #[cfg(feature = "png")]
    Png,
    Dot,
}

impl Format {
    fn of(file: &Path) -> Result<Self, Failure> {
        let extension = file.extension().map(|end| end.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("svg") => Ok(Self::Svg),
            #[cfg(feature = "png")]
            Some("png") => Ok(Self::Png),
            #[cfg(not(feature = "png"))]
            Some("png") => Err(crate::left_out::failure("pictures in PNG (.svg works)", "png")),
            Some("dot" | "gv") => Ok(Self::Dot),
            _ => Err(Failure::input(format!(
                "{} names no format that can be drawn: end it in .svg, .png or .dot",
                file.display()
            ))),
        }
    }
}

pub(super) fn run(args: &DrawArgs) -> Result<Exit, Failure> {
    let format = Format::of(&args.output)?;
    let mut output = Output::open(Some(&args.output))?;
    let Some(picture) = picture(args)? else { return Ok(Exit::Stopped) };
    let bytes = match format {
        Format::Dot => dot::dot(&picture).into_bytes(),
        Format::Svg => svg(&scene::scene(&picture, args.layout)).into_bytes(),
        #[cfg(feature = "png")]
        Format::Png => plot::png(&scene::scene(&picture, args.layout))?,
    };
    output.write_bytes(&bytes)?;
    output.commit()?;
    if !args.quiet {
        let states = plural(picture.nodes.len() as u64, "state");
        let moves = plural(picture.edges.len() as u64, "edge");
        let _ = writeln!(std::io::stderr(), "{states} and {moves} in {}", args.output.display());
    }
    Ok(Exit::Done)
}

/// The graph, built in memory; `None` if it was interrupted.
fn picture(args: &DrawArgs) -> Result<Option<Picture>, Failure> {
    let mut backend =
        loyd_graph::open(&DatabaseUrl::Memory, Access::Build).map_err(faults::of_graph)?;
    let request = args.of.request();
    // A graph that is too large to be drawn is not built to its end.
    let limit = Limit { nodes: Some(MAX_STATES + 1), ..Limit::cancelled_by(&on_interrupt()) };
    let built = build(&request, &mut *backend, &limit, &mut |_| ()).map_err(faults::of_graph)?;
    if built.stopped == Some(StopCause::Cancelled) {
        return Ok(None);
    }
    let states: u64 = built.levels.iter().sum();
    if built.stopped.is_some() || states > MAX_STATES {
        let limit = MAX_STATES;
        return Err(faults::of_graph(GraphError::TooLarge { limit }));
    }
    Picture::of(&mut *backend).map(Some).map_err(faults::of_graph)
}
