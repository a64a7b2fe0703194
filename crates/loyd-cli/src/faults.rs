//! Errors of the libraries, with their exit codes, and the options that help.

use crate::exit::{Exit, Failure};
use crate::registry::texts;
use crate::texts::advised;
use loyd::batch::NoThread;
use loyd::{NotPrepared, PuzzleName, TableError, Unreadable};
use loyd_enumerate::checkpoint::{StoreError, StoreFault};
use loyd_enumerate::{EngineFault, EnumerateError, Unsuitable};
#[cfg(feature = "gpu")]
use loyd_gpu::GpuError;
#[cfg(feature = "graph")]
use loyd_graph::GraphError;
use loyd_report::numbers::bytes;
use std::convert::Infallible;

/// The failure for an error of files.
pub(crate) fn of_store(error: &StoreError) -> Failure {
    let advice = match error.fault {
        StoreFault::Full => ", then continue with --resume",
        StoreFault::Occupied => ": continue it with --resume, or choose another folder",
        StoreFault::Missing => ": name the folder that was given to --dir, or begin with --dir",
        StoreFault::Environment | StoreFault::Data | StoreFault::Memory => "",
    };
    Failure::Message { exit: exit(error.fault), text: format!("{error}{advice}") }
}

/// The exit code for a fault.
fn exit(fault: StoreFault) -> Exit {
    match fault {
        StoreFault::Environment | StoreFault::Full | StoreFault::Memory => Exit::Environment,
        StoreFault::Data | StoreFault::Occupied | StoreFault::Missing => Exit::BadInput,
    }
}

/// The failure for an error of a command that counts from all starts, and has no depths.
pub(crate) fn of_diameter(of: PuzzleName, error: &EnumerateError) -> Failure {
    let EnumerateError::TooLarge { puzzle, needed, .. } = error else {
        return of_enumeration(of, error);
    };
    let advice = match needed {
        Some(_) => ": set --memory, or count on disk with --dir FOLDER".to_owned(),
        None => {
            format!("; `loyd enumerate {puzzle} --depth N` counts the first levels from one start")
        }
    };
    Failure::Message { exit: Exit::BadInput, text: format!("{error}{advice}") }
}

pub(crate) fn of_enumeration(of: PuzzleName, error: &EnumerateError) -> Failure {
    if let EnumerateError::Store(error) = error {
        return of_store(error);
    }
    let exit = match error {
        EnumerateError::WrongTotal { .. } => Exit::Failed,
        EnumerateError::OutOfMemory { .. } => Exit::Environment,
        EnumerateError::Engine(error) => match error.fault() {
            EngineFault::WrongResult => Exit::Failed,
            EngineFault::Environment => Exit::Environment,
            EngineFault::Store(fault) => exit(fault),
            EngineFault::Input => Exit::BadInput,
        },
        _ => Exit::BadInput,
    };
    Failure::Message { exit, text: format!("{error}{}", advice(of, error)) }
}

/// The failure for an error of a graphics card in a command that has no other engine.
#[cfg(feature = "gpu")]
pub(crate) fn of_card(error: &GpuError) -> Failure {
    let exit = match error {
        GpuError::WrongCount { .. } => Exit::Failed,
        GpuError::Bitmaps(_) | GpuError::Store(_) | GpuError::Budget { .. } => Exit::BadInput,
        _ => Exit::Environment,
    };
    let advice = match error {
        GpuError::NoAdapter { .. } => ": install the driver of the card",
        GpuError::OnlySoftware { .. } => ": allow this driver with --adapter software",
        GpuError::TooSmall { .. } | GpuError::OutOfMemory { .. } => ": name smaller boards",
        GpuError::Budget { .. } => ": raise --memory",
        GpuError::Lost { .. } => "",
        _ => advice_on_cards(error),
    };
    Failure::Message { exit, text: format!("{error}{advice}") }
}

/// The failure for an error of a graph.
#[cfg(feature = "graph")]
pub(crate) fn of_graph(error: GraphError) -> Failure {
    let exit = match &error {
        GraphError::Unreachable { .. }
        | GraphError::Full { .. }
        | GraphError::Busy { .. }
        | GraphError::Denied { .. }
        | GraphError::Lost { .. }
        | GraphError::Database { .. }
        | GraphError::Memory { .. }
        | GraphError::Write(_) => Exit::Environment,
        _ => Exit::BadInput,
    };
    let advice = match error {
        GraphError::Facade(error) => return error.into(),
        GraphError::Missing { .. } => " with loyd graph build",
        GraphError::TooLarge { .. } => ": give --depth, or a smaller one",
        GraphError::Unfinished { .. } => ": --strategy row",
        GraphError::Login { .. } => "; set LOYD_DB_PASSWORD, or name the user in --db",
        GraphError::Unsupported { feature: "mysql", .. } => {
            ": in the source folder of loyd, run `cargo install --path crates/loyd-cli --features mysql`"
        }
        GraphError::Unsupported { .. } => {
            ": in the source folder of loyd, run `cargo install --path crates/loyd-cli --features \
             postgres`"
        }
        _ => "",
    };
    Failure::Message { exit, text: format!("{error}{advice}") }
}

/// The options that help, as the end of a sentence.
fn advice(of: PuzzleName, error: &EnumerateError) -> String {
    let on_disk = if texts(of).enumerations().keeps_bitmaps() {
        ", or count on disk with --dir FOLDER"
    } else {
        ""
    };
    #[cfg(feature = "gpu")]
    if let Some(error) = error.engine_cause::<GpuError>() {
        return advice_on_cards(error).to_owned();
    }
    match error {
        EnumerateError::TooLarge { needed, memory, depth, .. } => {
            let allowed = bytes(*memory);
            let depth = match depth {
                Some(depth) => format!("--depth N (N up to {depth} fits {allowed} for certain)"),
                None => format!("--depth N (but {allowed} are not enough for the first level)"),
            };
            match needed {
                Some(_) => format!(": set --memory, or stop early with {depth}{on_disk}"),
                None => format!(": stop early with {depth}"),
            }
        }
        EnumerateError::DoesNotFit { .. } => {
            format!(": set --memory, or leave the choice of the engine to loyd{on_disk}")
        }
        EnumerateError::NeedsFolder => ": name one with --dir".to_owned(),
        EnumerateError::OutOfMemory { .. } => ": set a lower --memory".to_owned(),
        EnumerateError::Unsuited { reason, .. } => match reason {
            Unsuitable::Antipodes => "; remove --antipodes",
            Unsuitable::NoDepth => "; set --depth",
            Unsuitable::NoSuchEngine => "; remove --engine",
            _ => "",
        }
        .to_owned(),
        _ => String::new(),
    }
}

/// The options that help after an error of a graphics card, as the end of a sentence.
#[cfg(feature = "gpu")]
fn advice_on_cards(error: &GpuError) -> &'static str {
    match error {
        // A run that is continued keeps its engine unless another one is named.
        GpuError::NoAdapter { .. } => {
            ": remove --engine (--engine memory continues a run), or install the driver of the card"
        }
        GpuError::OnlySoftware { .. } => {
            ": remove --engine (--engine memory continues a run), or allow this driver with \
             --adapter software"
        }
        GpuError::NoSoftware => ": remove --adapter, or install Mesa's drivers for Vulkan",
        GpuError::NoSuchAdapter { .. } => ": see loyd gpu list",
        GpuError::Budget { .. } => ": raise --gpu-memory",
        GpuError::OutOfMemory { .. } => {
            ": set --gpu-memory below the memory of the card, so that the bitmaps stay in --memory, or use \
             --engine memory, or `loyd enumerate` with --engine disk --dir FOLDER"
        }
        GpuError::TooSmall { .. } => {
            ": use --engine memory if the memory of this machine holds the bitmaps, or `loyd enumerate` \
             with --engine disk --dir FOLDER"
        }
        GpuError::Lost { .. } => ": continue it with --resume if the run has a folder",
        _ => "",
    }
}

impl From<Infallible> for Failure {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<Unreadable> for Failure {
    fn from(why: Unreadable) -> Self {
        Self::input(advised(&why))
    }
}

impl From<loyd::Error> for Failure {
    fn from(why: loyd::Error) -> Self {
        match why {
            loyd::Error::Unreadable(why) => why.into(),
            loyd::Error::Store(why) => of_store(&why),
            loyd::Error::Memory => Self::from(NotPrepared::<Infallible>::Memory),
            loyd::Error::Tables(why) => match why.downcast::<Self>() {
                Ok(failure) => *failure,
                Err(why) => why
                    .downcast::<TableError>()
                    .map_or_else(|why| Self::input(why.to_string()), |why| (*why).into()),
            },
            why => Self::input(why.to_string()),
        }
    }
}

impl From<loyd_lab::Error> for Failure {
    fn from(why: loyd_lab::Error) -> Self {
        use loyd_lab::Error;
        match why {
            Error::Algorithms(why) => Self::input(format!("--algorithms: {why}")),
            Error::Heuristics(why) => Self::input(format!("--heuristics: {why}")),
            Error::Memory { at_once } => Self::input(format!(
                "--memory is shared by {at_once} runs at once, which leaves less than 1 MiB to each: \
                 raise it, or run fewer with --threads"
            )),
            Error::OtherExperiment { .. } => Self::input(format!("{why} with --dir")),
            Error::Search(why) => why.into(),
            Error::Thread(why) => why.into(),
            Error::Store(why) => of_store(&why),
            Error::Enumerate { puzzle, error } => of_enumeration(puzzle, &error),
            #[cfg(feature = "graph")]
            Error::Graph(why) => of_graph(why),
            Error::Unavailable(_) | Error::NoArguments { .. } | Error::Damaged { .. } => {
                Self::input(why.to_string())
            }
        }
    }
}

impl From<TableError> for Failure {
    fn from(why: TableError) -> Self {
        let stopped = |text: &str| Self::Message { exit: Exit::Stopped, text: text.into() };
        match why {
            TableError::Stopped => {
                stopped("stopped before the table was complete; nothing was stored")
            }
            TableError::OutOfTime => stopped(
                "stopped by --max-time before the table of a heuristic was complete; nothing was \
                 stored: raise --max-time, or choose another --heuristic",
            ),
            TableError::Memory { table, needs, allowed, instead } => Self::environment(format!(
                "building the table of {table} needs {} of memory, and {} are allowed: raise --memory \
                 or use {instead}",
                bytes(needs),
                bytes(allowed),
            )),
            TableError::Refused { .. } => {
                Self::environment(format!("{why}, or raise the limit of this process (ulimit -v)"))
            }
            TableError::NoSuchTable(text) => Self::input(text),
            TableError::Failed(text) => Self::environment(text),
            TableError::Wrong(error) => of_store(&error),
            TableError::NotStored(error) => Self::environment(format!(
                "{error}. The table was not stored: set LOYD_CACHE to another folder"
            )),
        }
    }
}

impl<E: Into<Failure>> From<NotPrepared<E>> for Failure {
    fn from(why: NotPrepared<E>) -> Self {
        match why {
            NotPrepared::Memory => Self::environment(
                "the system does not grant the memory that a search needs: use fewer --threads, or \
                 raise the limit of this process (ulimit -v)",
            ),
            NotPrepared::Unavailable(why) => Self::input(why.to_string()),
            NotPrepared::Tables(why) => why.into(),
        }
    }
}

impl From<NoThread> for Failure {
    fn from(why: NoThread) -> Self {
        Self::environment(format!("{why}: use fewer with --threads"))
    }
}
