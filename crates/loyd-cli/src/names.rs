//! Names from the registries as option values: `auto`, suggestions, and completion in shells.

use crate::position_file;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use loyd::choices;
use loyd_enumerate::EngineName;
use loyd_lab::presets::Preset;
use loyd_lab::sets::Set;
use loyd_search::names::did_you_mean;
use loyd_search::search::AlgorithmSpec;
use loyd_search::solver::PruningChoice;
use std::ffi::OsStr;

/// The name in an option; `None` is `auto`.
pub(crate) type Choice<T> = Option<T>;

/// Any text, with values to offer when a shell completes.
#[derive(Clone)]
pub(crate) struct Offered(pub(crate) Vec<(&'static str, &'static str)>);

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = self.0.iter();
        Some(Box::new(values.map(|(name, summary)| PossibleValue::new(*name).help(*summary))))
    }
}

const AUTO: (&str, &str) = ("auto", "loyd chooses, and the result says what it chose");

/// Algorithms; their parameters in brackets are accepted but not offered.
pub(crate) fn algorithms() -> impl TypedValueParser<Value = Choice<AlgorithmSpec>> {
    let all = loyd::algorithms();
    let names = all.iter().map(|name| (name.info().name, name.info().summary));
    Offered(std::iter::once(AUTO).chain(names).collect())
        .try_map(|text| choices::algorithm(Some(&text)))
}

/// One of the values of a library, which have names and summaries.
fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    info: fn(T) -> (&'static str, &'static str),
) -> impl TypedValueParser<Value = T> {
    let values = all.iter().map(move |&value| {
        let (name, summary) = info(value);
        PossibleValue::new(name).help(summary)
    });
    PossibleValuesParser::new(values).try_map(move |text| {
        let value = all.iter().find(|value| info(**value).0 == text);
        value.copied().ok_or("unknown value")
    })
}

/// Sets of boards.
pub(crate) fn sets() -> impl TypedValueParser<Value = Set> {
    one_of(Set::ALL, Set::info)
}

/// Published experiments.
pub(crate) fn presets() -> impl TypedValueParser<Value = Preset> {
    one_of(Preset::ALL, Preset::info)
}

/// Goals by name; positions and files that hold them are accepted but not offered.
pub(crate) fn goals() -> impl TypedValueParser<Value = String> {
    Offered(loyd::goals()).try_map(|text| position_file::text(&text))
}

/// Heuristics; `max(A,B)` and other partitions are accepted but not offered. The puzzle, which may
/// be unknown here, refuses others.
pub(crate) fn heuristics() -> impl TypedValueParser<Value = Choice<String>> {
    Offered(std::iter::once(AUTO).chain(loyd::heuristics()).collect())
        .map(|text| Some(text).filter(|text| text.trim() != "auto"))
}

/// One heuristic, `auto` not among them.
pub(crate) fn heuristic() -> impl TypedValueParser<Value = String> {
    Offered(loyd::heuristics())
}

/// Engines of complete enumeration.
pub(crate) fn engines() -> impl TypedValueParser<Value = Choice<EngineName>> {
    let engines = EngineName::ALL.iter().map(|name| (name.info().name, name.info().summary));
    Offered(std::iter::once(AUTO).chain(engines).collect()).try_map(|text| match text.trim() {
        "auto" => Ok(None),
        name => name.parse::<EngineName>().map(Some),
    })
}

/// The pruning of duplicate work.
pub(crate) fn pruning(text: &str) -> Result<PruningChoice, String> {
    choices::pruning(text).map_err(|why| why.to_string())
}

/// Metrics of every puzzle.
pub(crate) fn metrics() -> impl TypedValueParser<Value = String> {
    Offered(loyd::metrics()).try_map(|text| {
        let name = choices::canonical_metric(&text);
        let metrics = loyd::metrics();
        let names = metrics.iter().map(|&(name, _)| name);
        match names.clone().find(|metric| *metric == name) {
            Some(name) => Ok(name.to_owned()),
            None => Err(did_you_mean(&text, names)),
        }
    })
}
