//! Names from the registries as option values: `auto`, suggestions, and completion in shells.

use crate::puzzles::{self, PuzzleName, for_puzzle};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use loyd::names::did_you_mean;
use loyd::puzzle::Puzzle;
use loyd::search::{AlgorithmName, AlgorithmSpec};
use loyd::solver::PruningChoice;
use loyd_enumerate::EngineName;
use loyd_tiles::pdb::catalogue;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::sync::LazyLock;

/// What an option names; `None` is `auto`.
pub(crate) type Choice<T> = Option<T>;

/// Any text, with values to offer when a shell completes.
#[derive(Clone)]
struct Offered(Vec<(&'static str, &'static str)>);

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

/// Algorithms; what stands in brackets behind them is not offered but understood.
pub(crate) fn algorithms() -> impl TypedValueParser<Value = Choice<AlgorithmSpec>> {
    let known = AlgorithmName::ALL.iter().map(|name| (name.info().name, name.info().summary));
    Offered(std::iter::once(AUTO).chain(known).collect()).try_map(|text| match text.trim() {
        "auto" => Ok(None),
        name => name.parse::<AlgorithmSpec>().map(Some),
    })
}

/// Goals by name; positions are not offered but understood.
pub(crate) fn goals() -> impl TypedValueParser<Value = String> {
    Offered(puzzles::GOALS.to_vec())
}

/// The names of the catalogue, each once: some are names on several boards.
fn catalogued() -> impl Iterator<Item = &'static str> {
    let names: BTreeSet<_> = catalogue::CATALOGUE.iter().map(catalogue::Entry::name).collect();
    names.into_iter()
}

/// Partitions by name; tiles and files are not offered but understood.
pub(crate) fn partitions() -> impl TypedValueParser<Value = String> {
    Offered(catalogued().map(|name| (name, "a partition of the catalogue")).collect())
}

/// The partitions of the catalogue as heuristics.
static DATABASES: LazyLock<Vec<String>> =
    LazyLock::new(|| catalogued().map(|name| format!("pdb:{name}")).collect());

/// The heuristics of all puzzles that have names, those of partitions in the catalogue among them.
fn known_heuristics() -> Vec<(&'static str, &'static str)> {
    let mut known = Vec::new();
    for puzzle in PuzzleName::ALL {
        let infos = for_puzzle!(puzzle, P => P::heuristics());
        known.extend(infos.into_iter().map(|info| (info.name, info.summary)));
        if puzzle == PuzzleName::Tiles {
            let databases = DATABASES.iter().map(String::as_str);
            known.extend(databases.map(|name| (name, "pattern databases, added up")));
        }
    }
    let mut seen = BTreeSet::new();
    known.retain(|(name, _)| seen.insert(*name));
    known
}

/// Heuristics; `max(A,B)` and other partitions are not offered but understood.
pub(crate) fn heuristics() -> impl TypedValueParser<Value = Choice<String>> {
    Offered(std::iter::once(AUTO).chain(known_heuristics()).collect()).try_map(|text| {
        match text.trim() {
            "auto" => Ok(None),
            name => puzzles::check_heuristic(name).map(|()| Some(name.to_owned())),
        }
    })
}

/// One heuristic, `auto` not among them.
pub(crate) fn heuristic() -> impl TypedValueParser<Value = String> {
    Offered(known_heuristics()).try_map(|text| puzzles::check_heuristic(&text).map(|()| text))
}

/// Engines of complete enumeration.
pub(crate) fn engines() -> impl TypedValueParser<Value = Choice<EngineName>> {
    let known = EngineName::ALL.iter().map(|name| (name.info().name, name.info().summary));
    Offered(std::iter::once(AUTO).chain(known).collect()).try_map(|text| match text.trim() {
        "auto" => Ok(None),
        name => name.parse::<EngineName>().map(Some),
    })
}

/// How much duplicate work to avoid.
pub(crate) fn pruning(text: &str) -> Result<PruningChoice, String> {
    /// Tables grow threefold with every two moves more.
    const LONGEST: u32 = 24;
    match text.trim() {
        "auto" => Ok(PruningChoice::Auto),
        "last-move" | "last_move" => Ok(PruningChoice::LastMove),
        number => match number.parse() {
            Ok(length @ 1..=LONGEST) => Ok(PruningChoice::Length(length)),
            _ => Err(format!("choose auto, last-move, or a number of moves from 1 to {LONGEST}")),
        },
    }
}

/// Metrics of every puzzle.
pub(crate) fn metrics() -> impl TypedValueParser<Value = String> {
    Offered(puzzles::METRICS.to_vec()).try_map(|text| {
        let name = text.trim();
        let known = puzzles::METRICS.iter().map(|&(name, _)| name);
        match known.clone().find(|known| *known == name) {
            Some(name) => Ok(name.to_owned()),
            None => Err(did_you_mean(&text, known)),
        }
    })
}
