//! Errors: the fault as data, in words that suit every program.

use loyd::PuzzleName;
use loyd::batch::NoThread;
use loyd_enumerate::EnumerateError;
use loyd_enumerate::checkpoint::StoreError;
#[cfg(feature = "graph")]
use loyd_graph::GraphError;

/// The reason why an experiment cannot be planned, run or resumed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The list of algorithms cannot be read, or the puzzle lacks one of them.
    #[error("{0}")]
    Algorithms(String),
    /// The list of heuristics cannot be read, or the puzzle lacks one of them.
    #[error("{0}")]
    Heuristics(String),
    /// A heuristic is unavailable for every group of boards.
    #[error("{0}")]
    Unavailable(String),
    /// Runs at once share too little memory.
    #[error("the memory is shared by {at_once} runs at once, which leaves less than 1 MiB to each")]
    Memory {
        /// The number of runs at once.
        at_once: usize,
    },
    /// A name, a goal or a table of a search is wrong.
    #[error(transparent)]
    Search(#[from] loyd::Error),
    /// The system starts no further thread.
    #[error(transparent)]
    Thread(#[from] NoThread),
    /// The error of a folder of results.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder lacks the arguments of its comparison.
    #[error("{folder} does not name its comparison")]
    NoArguments {
        /// The folder.
        folder: String,
    },
    /// The folder has the results of another experiment.
    #[error(
        "{folder} holds another comparison than its arguments mean today: a file of boards has changed, \
         or it was started by loyd {program} and this is {}; its results cannot be mixed with new ones. \
         Begin anew in another folder",
        env!("CARGO_PKG_VERSION")
    )]
    OtherExperiment {
        /// The folder.
        folder: String,
        /// The version of the program that created it.
        program: String,
    },
    /// A stored result is damaged.
    #[error("{folder}: result {number} {reason}")]
    Damaged {
        /// The folder.
        folder: String,
        /// The number of the result, from 1.
        number: usize,
        /// The damage, as the rest of a sentence.
        reason: String,
    },
    /// An enumeration failed.
    #[error("{error}")]
    Enumerate {
        /// The puzzle.
        puzzle: PuzzleName,
        /// The error.
        error: EnumerateError,
    },
    /// A graph cannot be built.
    #[cfg(feature = "graph")]
    #[error(transparent)]
    Graph(#[from] GraphError),
}
