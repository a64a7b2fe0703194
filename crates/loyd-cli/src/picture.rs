//! Pictures of positions along moves, by `--export`.

use crate::exit::Failure;
#[cfg(not(feature = "png"))]
use crate::left_out;
use crate::output::{Output, same_place};
#[cfg(feature = "png")]
use crate::plot::png;
use clap::{Args, ValueEnum};
use loyd::erased::{AnyTask, Path};
use loyd::pictures::{Style, Theme};
use loyd_report::animation::{html, strip, svg};
use loyd_report::numbers::grouped;
use loyd_report::svg::svg as still;
use std::path::{Path as FilePath, PathBuf};

/// The formats of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Svg,
    Html,
    #[cfg(feature = "png")]
    Gif,
    #[cfg(feature = "png")]
    Png,
}

/// A file for a picture, with its format by the ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PictureFile {
    path: PathBuf,
    format: Format,
}

impl PictureFile {
    /// A value parser.
    fn parse(text: &str) -> Result<Self, String> {
        let path = PathBuf::from(text);
        let ending = path.extension().map(|its| its.to_string_lossy().to_ascii_lowercase());
        let format = match ending.as_deref() {
            Some("svg") => Format::Svg,
            Some("html" | "htm") => Format::Html,
            #[cfg(feature = "png")]
            Some("gif") => Format::Gif,
            #[cfg(feature = "png")]
            Some("png") => Format::Png,
            #[cfg(not(feature = "png"))]
            Some("gif" | "png") => {
                return Err(left_out::message(
                    "pictures in GIF and PNG (.svg and .html work)",
                    "png",
                ));
            }
            _ => {
                return Err(
                    "pictures are .svg, .html, .gif or .png: name a file that ends so".to_owned()
                );
            }
        };
        Ok(Self { path, format })
    }
}

/// The colours of a picture, as an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ThemeName {
    Light,
    Dark,
}

/// The options of a picture.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Picture")]
pub(crate) struct ExportArgs {
    /// Write a picture of the moves to FILE: .svg and .gif move, .html has buttons, .png has all positions
    /// side by side. For tiles and cubes (cube2 to cube5), and at most 2,000 moves.
    #[arg(long, value_name = "FILE", value_parser = PictureFile::parse)]
    export: Option<PictureFile>,
    /// All positions side by side in an .svg too.
    #[arg(long, requires = "export")]
    strip: bool,
    /// The side of a tile or sticker in pixels.
    #[arg(long, value_name = "N", default_value = "40", requires = "export",
          value_parser = clap::value_parser!(u16).range(4..=400))]
    pixels: u16,
    /// Moves a second.
    #[arg(long, value_name = "N", default_value = "2", requires = "export", value_parser = parse_speed)]
    speed: f64,
    /// The colours.
    #[arg(long, value_name = "NAME", default_value = "light", requires = "export")]
    theme: ThemeName,
}

/// Reads a number of moves a second.
fn parse_speed(text: &str) -> Result<f64, String> {
    let speed = text.parse::<f64>().ok().filter(|speed| (0.1..=20.0).contains(speed));
    speed.ok_or_else(|| "the moves a second are a number from 0.1 to 20".to_owned())
}

/// The width of a strip in pixels.
const WIDTH: f64 = 900.0;

/// The greatest number of moves in a picture.
const MAX_MOVES: usize = 2_000;

/// A picture whose place has been found to be writable.
pub(crate) struct Picture<'a> {
    output: Output,
    format: Format,
    args: &'a ExportArgs,
}

impl ExportArgs {
    /// True if a picture is asked for.
    pub(crate) fn is_asked_for(&self) -> bool {
        self.export.is_some()
    }

    /// Opens the file, which must not be that of the results.
    ///
    /// # Errors
    /// If the puzzle of the position has no pictures, or the file cannot be written.
    pub(crate) fn open(
        &self,
        results: Option<&FilePath>,
        task: Option<&dyn AnyTask>,
    ) -> Result<Option<Picture<'_>>, Failure> {
        let Some(PictureFile { path, format }) = &self.export else { return Ok(None) };
        if let Some(task) = task.filter(|task| task.picture(&self.style()).is_none()) {
            return Err(without_pictures(task));
        }
        if results.is_some_and(|results| same_place(results, path)) {
            let name = path.display();
            let reason = format!("--export and --output both name {name}: choose two files");
            return Err(Failure::input(reason));
        }
        if self.strip && *format != Format::Svg {
            return Err(Failure::input(
                "--strip is for .svg: .png has all positions side by side without it",
            ));
        }
        Ok(Some(Picture { output: Output::open(Some(path))?, format: *format, args: self }))
    }

    fn style(&self) -> Style {
        let theme = match self.theme {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        };
        Style { unit: self.pixels.into(), theme }
    }
}

fn without_pictures(task: &dyn AnyTask) -> Failure {
    let shape = task.shape();
    Failure::input(format!(
        "--export draws tiles and cubes (cube2, cube3, cube4, cube5), and this is {shape}: remove --export"
    ))
}

impl Picture<'_> {
    /// Draws the positions, and puts the file in its place.
    ///
    /// # Errors
    /// If the puzzle has no pictures, there are too many moves, or the file cannot be written.
    pub(crate) fn write(mut self, path: &Path) -> Result<(), Failure> {
        let moves = path.steps.len() - 1;
        if moves > MAX_MOVES {
            return Err(Failure::input(format!(
                "--export shows at most {} moves, and these are {}",
                grouped(MAX_MOVES as u64),
                grouped(moves as u64)
            )));
        }
        let animation = path.animation(&self.args.style(), 1.0 / self.args.speed);
        let animation = animation.ok_or_else(|| without_pictures(&*path.steps[0].1))?;
        let bytes = match self.format {
            Format::Svg if self.args.strip => still(&strip(&animation, WIDTH)).into_bytes(),
            Format::Svg => svg(&animation).into_bytes(),
            Format::Html => html(&animation).into_bytes(),
            #[cfg(feature = "png")]
            Format::Png => png(&strip(&animation, WIDTH))?,
            #[cfg(feature = "png")]
            Format::Gif => {
                let bytes = loyd_report::animation::gif(&animation);
                bytes.map_err(|why| Failure::environment(format!("cannot draw: {why}")))?
            }
        };
        self.output.write_bytes(&bytes)?;
        self.output.commit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_the_format() {
        let format = |text| PictureFile::parse(text).map(|file| file.format);
        assert_eq!(format("a/moves.svg"), Ok(Format::Svg));
        assert_eq!(format("MOVES.HTML"), Ok(Format::Html));
        #[cfg(feature = "png")]
        assert_eq!((format("a.gif"), format("a.png")), (Ok(Format::Gif), Ok(Format::Png)));
        for text in ["moves", "moves.mp4", "svg", ".gif", "-", ""] {
            assert!(format(text).is_err(), "{text}");
        }
        assert_eq!(parse_speed("0.5"), Ok(0.5));
        for text in ["0", "21", "NaN", "fast", ""] {
            assert!(parse_speed(text).is_err(), "{text}");
        }
    }
}
