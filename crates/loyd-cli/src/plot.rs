//! Pictures: the file is opened before the run and written after it.

use crate::exit::Failure;
#[cfg(not(feature = "png"))]
use crate::left_out;
use crate::output::{Output, same_place};
use crate::published::Reference;
use loyd::EnumerateResult;
use loyd_report::chart::Sheet;
use loyd_report::chart::levels::{Comparison, Levels, levels};
#[cfg(feature = "png")]
use loyd_report::scene::Scene;
use loyd_report::svg::svg;
use std::path::{Path, PathBuf};

/// The formats of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PictureFormat {
    Svg,
    #[cfg(feature = "png")]
    Png,
}

/// A file for a picture, with its format by the extension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlotFile {
    path: PathBuf,
    format: PictureFormat,
}

impl PlotFile {
    /// A value parser.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let path = PathBuf::from(text);
        let extension = path.extension().map(|its| its.to_string_lossy().to_ascii_lowercase());
        let format = match extension.as_deref() {
            Some("svg") => PictureFormat::Svg,
            #[cfg(feature = "png")]
            Some("png") => PictureFormat::Png,
            #[cfg(not(feature = "png"))]
            Some("png") => return Err(left_out::message("pictures in PNG (.svg works)", "png")),
            _ => return Err("pictures are .svg or .png: name a file that ends so".to_owned()),
        };
        Ok(Self { path, format })
    }
}

/// A scene as PNG.
#[cfg(feature = "png")]
pub(crate) fn png(scene: &Scene) -> Result<Vec<u8>, Failure> {
    let bytes = loyd_report::png::png(scene);
    bytes.map_err(|why| Failure::environment(format!("cannot draw: {why}")))
}

/// The levels of an enumeration as a picture.
#[cfg_attr(not(feature = "png"), allow(clippy::unnecessary_wraps))]
fn picture(
    enumeration: &EnumerateResult,
    reference: Reference,
    format: PictureFormat,
) -> Result<Vec<u8>, Failure> {
    let agrees = !matches!(reference, Reference::Mismatch(_));
    let drawn = Levels {
        title: &enumeration.title,
        states: &enumeration.levels,
        complete: enumeration.complete,
        comparison: reference.sentence().map(|sentence| Comparison { sentence, agrees }),
    };
    let scene = levels(&drawn, Sheet::WIDE);
    match format {
        PictureFormat::Svg => Ok(svg(&scene).into_bytes()),
        #[cfg(feature = "png")]
        PictureFormat::Png => png(&scene),
    }
}

/// A picture whose place has been found to be writable.
pub(crate) struct Plot {
    output: Output,
    format: PictureFormat,
}

impl Plot {
    /// Opens the file, which must not be that of the results.
    pub(crate) fn open(file: &PlotFile, results: Option<&Path>) -> Result<Self, Failure> {
        if results.is_some_and(|results| same_place(results, &file.path)) {
            return Err(Failure::input(format!(
                "--plot and --output both name {}: choose two files",
                file.path.display()
            )));
        }
        Ok(Self { output: Output::open(Some(&file.path))?, format: file.format })
    }

    /// Draws, and puts the file in its place.
    pub(crate) fn write(
        mut self,
        enumeration: &EnumerateResult,
        reference: Reference,
    ) -> Result<(), Failure> {
        let bytes = picture(enumeration, reference, self.format)?;
        self.output.write_bytes(&bytes)?;
        self.output.commit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_says_the_format() {
        let format = |text| PlotFile::parse(text).map(|file| file.format);
        assert_eq!(format("a/levels.svg"), Ok(PictureFormat::Svg));
        #[cfg(feature = "png")]
        assert_eq!(format("LEVELS.PNG"), Ok(PictureFormat::Png));
        for text in ["levels", "levels.pdf", "svg", ".png", "-", ""] {
            assert!(format(text).is_err(), "{text}");
        }
    }
}
