//! Requests by name, with solvers that stay prepared between them.

use loyd::fields::FieldError;
use loyd::search::observe::{Cancel, StopCause};
use loyd::{Capacity, Error, Fields, NoTables, Session};
use serde_json::{Map, Value, json, to_value};
use std::sync::{Mutex, PoisonError};

/// Solvers of the last choices stay prepared; tables that pay off for a game of many positions are built.
const CAPACITY: Capacity = Capacity { choices: 8, with_tables: 8, positions: 100, by_goal: false };

/// Solvers, and the flags of the requests that run.
pub(crate) struct Requests {
    session: Session,
    memory: u64,
    running: Mutex<Vec<Cancel>>,
}

/// The end of a request that failed.
pub(crate) struct Failure {
    /// True if the request is wrong; false if the system refused something.
    pub(crate) is_wrong: bool,
    /// The reason as JSON.
    pub(crate) json: Value,
}

impl From<FieldError> for Failure {
    fn from(FieldError { what, message }: FieldError) -> Self {
        Self { is_wrong: true, json: json!({ "error": message, "what": what }) }
    }
}

impl From<Error> for Failure {
    fn from(why: Error) -> Self {
        let json = json!({ "error": why.to_string(), "what": why.what() });
        Self { is_wrong: !matches!(why, Error::Memory), json }
    }
}

impl Failure {
    /// A wrong request.
    pub(crate) fn wrong(message: String) -> Self {
        FieldError { what: "request", message }.into()
    }
}

impl Requests {
    /// Without solvers; tables take up to `memory` bytes.
    pub(crate) fn new(memory: u64) -> Self {
        let session = Session::new(move |_| NoTables { memory }, CAPACITY);
        Self { session, memory, running: Mutex::default() }
    }

    /// Stops the requests that run.
    pub(crate) fn cancel(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().for_each(Cancel::cancel);
    }

    /// The result of a request.
    pub(crate) fn run(&self, name: &str, request: &str) -> Result<Value, Failure> {
        let cancel = Cancel::new();
        let running = || self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running().push(cancel.clone());
        let result = self.result(name, request, &cancel);
        running().retain(|other| !std::ptr::eq(other.flag(), cancel.flag()));
        result
    }

    fn result(&self, name: &str, request: &str, cancel: &Cancel) -> Result<Value, Failure> {
        let object: Map<String, Value> = serde_json::from_str(request).map_err(|why| {
            Failure::wrong(format!("the request is not an object of JSON: {why}"))
        })?;
        let fields = Fields::new(object);
        let value = match name {
            "solve" => {
                let mut request = fields.solve()?.cancel(cancel);
                request.limit.memory = request.limit.memory.or(Some(self.memory));
                fields.deny_unknown()?;
                to_value(self.session.solve(&request, &mut |_| ())?).unwrap_or(Value::Null)
            }
            "check" => {
                let request = fields.check()?;
                fields.deny_unknown()?;
                to_value(request.run()?).unwrap_or(Value::Null)
            }
            "replay" => {
                let request = fields.replay()?;
                fields.deny_unknown()?;
                to_value(request.run()?).unwrap_or(Value::Null)
            }
            "scramble" => {
                let request = fields.scramble()?;
                fields.deny_unknown()?;
                to_value(request.run()?).unwrap_or(Value::Null)
            }
            "enumerate" => {
                let mut request = fields.enumerate()?.cancel(cancel);
                request.limit.memory = request.limit.memory.or(Some(self.memory));
                fields.deny_unknown()?;
                let result = request.run()?;
                let mut value = to_value(&result).unwrap_or(Value::Null);
                value["stopped"] = result.stopped.map(StopCause::describe).into();
                value
            }
            "define" => {
                let text = fields.position("definition")?;
                fields.deny_unknown()?;
                let (puzzle, shape) = loyd::define(&text).map_err(Error::from)?;
                json!({ "puzzle": puzzle.name(), "size": shape })
            }
            "puzzles" => {
                fields.deny_unknown()?;
                json!({ "puzzles": to_value(loyd::puzzles()).unwrap_or(Value::Null) })
            }
            other => {
                let names = "solve, check, replay, scramble, enumerate, define or puzzles";
                return Err(Failure::wrong(format!("{other} is not a request: write {names}")));
            }
        };
        Ok(value)
    }
}
