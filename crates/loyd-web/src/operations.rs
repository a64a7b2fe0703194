//! The operations by name.

use crate::request::{Refused, needed_text, refuse, solve};
use loyd::record::progress_json;
use loyd::{
    Fields, Preparation, PuzzleInfo, Session, TableProgress, TraceRequest, WatchedTables, puzzles,
    read_trace,
};
use loyd_enumerate::LevelProgress;
use loyd_search::observe::Progress;
use serde_json::{Value, json};
use std::sync::Arc;

/// The program around the engine: it sees the progress of a request.
pub trait Host: Send + Sync {
    /// Called several times a second while a request runs: with a table and the share of it that is built,
    /// or with the state of a search.
    fn progress(&self, progress: &Value);
}

impl Host for () {
    fn progress(&self, _progress: &Value) {}
}

/// The operations, and the solvers prepared for earlier requests.
pub struct Engine {
    session: Session<WatchedTables>,
    host: Arc<dyn Host>,
}

/// Bytes of tables for one search. Browsers give a module up to 4 GiB; phones refuse much less.
const TABLES: u64 = 192 << 20;

/// The number of choices whose solvers are kept.
const KEPT: usize = 6;

/// The greatest number of recorded steps.
const STEPS: u64 = 200_000;

impl Default for Engine {
    fn default() -> Self {
        Self::new(Arc::new(()))
    }
}

impl Engine {
    /// An engine without solvers, which tells its progress to a host.
    pub fn new(host: Arc<dyn Host>) -> Self {
        let told = host.clone();
        let watch = Arc::new(move |TableProgress { table, share, seconds }: &TableProgress| {
            told.progress(&json!({ "table": table, "share": share, "seconds": seconds }));
        });
        Self { session: Session::new(WatchedTables { memory: TABLES, watch }, KEPT), host }
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
        written(read_trace(bytes).map(loyd::TraceResult::json).map_err(Refused::from))
    }

    fn run(&self, fields: &Fields) -> Result<Value, Refused> {
        let operation = needed_text(fields, "op")?;
        match operation.as_str() {
            "names" => Ok(names()),
            "prepare" => self.prepare(fields),
            "solve" => self.solve(fields),
            "check" => Ok(fields.check()?.run().map_err(Refused::from)?.json()),
            "scramble" => scrambled(fields),
            "replay" => Ok(fields.replay()?.run().map_err(Refused::from)?.json()),
            "trace" => self.trace(fields),
            "enumerate" => enumerated(fields, &*self.host),
            "patterns" => self.patterns(fields),
            _ => Err(refuse(&format!("there is no operation \"{operation}\""), "op")),
        }
    }

    fn prepare(&self, fields: &Fields) -> Result<Value, Refused> {
        Ok(match self.session.prepare(&solve(fields)?).map_err(Refused::from)? {
            Preparation::Solved(result) => json!({ "solved": result.json() }),
            Preparation::Ready { seconds } => json!({ "seconds": seconds }),
        })
    }

    fn solve(&self, fields: &Fields) -> Result<Value, Refused> {
        let mut progress = |progress: &Progress| self.host.progress(&progress_json(progress));
        let result = self.session.solve(&solve(fields)?, &mut progress);
        Ok(result.map_err(Refused::from)?.json())
    }

    fn trace(&self, fields: &Fields) -> Result<Value, Refused> {
        let steps = fields.number("steps")?.unwrap_or(1_000).min(STEPS) as u32;
        let request = TraceRequest { solve: solve(fields)?, steps };
        Ok(self.session.trace(&request).map_err(Refused::from)?.json())
    }

    fn patterns(&self, fields: &Fields) -> Result<Value, Refused> {
        let heuristic = needed_text(fields, "heuristic")?;
        let patterns = self.session.patterns(&solve(fields)?).map_err(Refused::from)?;
        let total: u32 = patterns.iter().map(|(_, value)| value).sum();
        let part = |(tiles, value): (Vec<u16>, u32)| json!({ "tiles": tiles, "value": value });
        let patterns: Vec<Value> = patterns.into_iter().map(part).collect();
        Ok(json!({ "heuristic": heuristic, "total": total, "patterns": patterns }))
    }
}

fn names() -> Value {
    let puzzles: Vec<Value> = puzzles().iter().map(PuzzleInfo::json).collect();
    json!({ "version": env!("CARGO_PKG_VERSION"), "puzzles": puzzles })
}

fn scrambled(fields: &Fields) -> Result<Value, Refused> {
    let result = fields.scramble()?.run().map_err(Refused::from)?;
    Ok(json!({
        "puzzle": result.puzzle,
        "goal": result.goal,
        "positions": result.positions,
        "generator": result.generator,
    }))
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
    let result = fields.enumerate()?.run_with(&mut report);
    Ok(result.map_err(Refused::from)?.json())
}

fn written(answer: Result<Value, Refused>) -> String {
    let answer = match answer {
        Ok(result) => json!({ "result": result }),
        Err(Refused { message, what }) => json!({ "error": { "message": message, "what": what } }),
    };
    answer.to_string()
}
