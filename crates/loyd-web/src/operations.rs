//! The operations by name.

use crate::request::{Refused, refuse, required_text, solve};
use loyd::record::{SolveProgress, json as object};
use loyd::{
    Capacity, Fields, Preparation, Session, TableProgress, TraceRequest, WatchedTables, puzzles,
    read_trace,
};
use loyd_enumerate::LevelProgress;
use loyd_search::observe::Progress;
use serde_json::{Value, json};
use std::sync::Arc;

/// The program around the engine, which receives the progress of a request.
pub trait Host: Send + Sync {
    /// Called several times a second while a request runs, with the progress of a table, a search or an
    /// enumeration.
    fn progress(&self, progress: &Value);
}

impl Host for () {
    fn progress(&self, _progress: &Value) {}
}

/// The operations, and the solvers prepared for earlier requests.
pub struct Engine {
    session: Session,
    host: Arc<dyn Host>,
}

/// Memory limit for the tables of one search, in bytes. Browsers grant a module up to 4 GiB; phones much
/// less.
const TABLE_MEMORY: u64 = 192 << 20;

/// The solvers of a page.
const CAPACITY: Capacity = Capacity { choices: 6, with_tables: 6, positions: 100, by_goal: false };

/// The greatest number of recorded steps.
const MAX_STEPS: u64 = 200_000;

impl Default for Engine {
    fn default() -> Self {
        Self::new(Arc::new(()))
    }
}

impl Engine {
    /// An engine without solvers, which reports its progress to a host.
    pub fn new(host: Arc<dyn Host>) -> Self {
        let watcher = host.clone();
        let watch = Arc::new(move |progress: &TableProgress| {
            watcher.progress(&object(progress));
        });
        let tables = WatchedTables { memory: TABLE_MEMORY, watch };
        Self { session: Session::new(move |_| tables.clone(), CAPACITY), host }
    }

    /// Carries out a request, an object of JSON with the field `op`, and returns the answer.
    pub fn call(&self, request: &str) -> String {
        let answer = match serde_json::from_str::<Value>(request) {
            Ok(Value::Object(fields)) => self.run(&Fields::new(fields)),
            Ok(_) => Err(refuse("the request must be an object", "request")),
            Err(why) => Err(refuse(&format!("the request is not JSON: {why}"), "request")),
        };
        written(answer)
    }

    /// Reads the bytes of a recorded search, and returns the answer.
    pub fn read_trace(&self, bytes: &[u8]) -> String {
        written(read_trace(bytes).map(|trace| object(&trace)).map_err(Refused::from))
    }

    fn run(&self, fields: &Fields) -> Result<Value, Refused> {
        let operation = required_text(fields, "op")?;
        match operation.as_str() {
            "names" => Ok(names()),
            "prepare" => self.prepare(fields),
            "solve" => self.solve(fields),
            "check" => Ok(object(&fields.check()?.run()?)),
            "scramble" => Ok(object(&fields.scramble()?.run()?)),
            "replay" => Ok(object(&fields.replay()?.run()?)),
            "trace" => self.trace(fields),
            "enumerate" => enumerated(fields, &*self.host),
            "patterns" => self.patterns(fields),
            _ => Err(refuse(&format!("the operation \"{operation}\" is unknown"), "op")),
        }
    }

    fn prepare(&self, fields: &Fields) -> Result<Value, Refused> {
        Ok(match self.session.prepare(&solve(fields)?)? {
            Preparation::Solved(result) => json!({ "solved": result }),
            Preparation::Ready { seconds } => json!({ "seconds": seconds }),
        })
    }

    fn solve(&self, fields: &Fields) -> Result<Value, Refused> {
        let mut progress =
            |progress: &Progress| self.host.progress(&object(&SolveProgress::from(progress)));
        let result = self.session.solve(&solve(fields)?, &mut progress);
        Ok(object(&result?))
    }

    fn trace(&self, fields: &Fields) -> Result<Value, Refused> {
        let steps = fields.number("steps")?.unwrap_or(1_000).min(MAX_STEPS) as u32;
        let request = TraceRequest { solve: solve(fields)?, steps };
        Ok(object(&self.session.trace(&request)?))
    }

    fn patterns(&self, fields: &Fields) -> Result<Value, Refused> {
        required_text(fields, "heuristic")?;
        Ok(object(&self.session.patterns(&solve(fields)?)?))
    }
}

fn names() -> Value {
    json!({ "version": env!("CARGO_PKG_VERSION"), "puzzles": puzzles() })
}

fn enumerated(fields: &Fields, host: &dyn Host) -> Result<Value, Refused> {
    let mut levels: Vec<u64> = Vec::new();
    let mut report = |progress: &LevelProgress| {
        if progress.finished && progress.depth as usize == levels.len() {
            levels.push(progress.states);
        }
        let seconds = progress.elapsed.as_secs_f64();
        host.progress(&json!({ "levels": levels, "seconds": seconds }));
    };
    Ok(object(&fields.enumerate()?.run_with(&mut report)?))
}

fn written(answer: Result<Value, Refused>) -> String {
    let answer = match answer {
        Ok(result) => json!({ "result": result }),
        Err(Refused { message, what }) => json!({ "error": { "message": message, "what": what } }),
    };
    answer.to_string()
}
