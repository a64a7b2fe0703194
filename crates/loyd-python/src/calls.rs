//! Work without the interpreter's lock: on another thread, while this one hands progress and warnings to Python
//! and looks for Ctrl-C.

use loyd::search::observe::Cancel;
use pyo3::exceptions::{PyRuntimeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

pyo3::create_exception!(loyd, LoydError, PyValueError, "A request that loyd cannot carry out.");

/// The time between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// The least time between two calls of a progress function.
const PACE: Duration = Duration::from_millis(100);

/// The stack of the thread: recursive searches go as deep as their solutions are long.
const STACK: usize = 64 << 20;

/// The exception of an error of the library, with the wrong field of the request as `what`.
pub(crate) fn failure(py: Python<'_>, why: &loyd::Error) -> PyErr {
    if matches!(why, loyd::Error::Memory) {
        return pyo3::exceptions::PyMemoryError::new_err(why.to_string());
    }
    wrong(py, why.what(), &why.to_string())
}

/// The exception of a wrong field.
pub(crate) fn wrong(py: Python<'_>, what: &str, reason: &str) -> PyErr {
    let exception = LoydError::new_err(reason.to_owned());
    // An exception without the attribute is better than none.
    let _ = exception.value(py).setattr("what", what);
    exception
}

/// A message from the work to Python.
pub(crate) enum Message {
    /// The fields of a progress report.
    Progress(Vec<(&'static str, f64)>),
    /// A warning.
    Warning(String),
}

/// Sends messages of the work, progress a few times a second.
pub(crate) struct Reporter {
    sender: Mutex<(Sender<Message>, Instant)>,
    wants_progress: bool,
}

impl Reporter {
    /// Reports the progress, unless the last report is too recent.
    pub(crate) fn progress(&self, fields: impl FnOnce() -> Vec<(&'static str, f64)>) {
        let Ok(mut sender) = self.sender.lock() else { return };
        if self.wants_progress && sender.1.elapsed() >= PACE {
            sender.1 = Instant::now();
            // The receiver ends with the work only.
            let _ = sender.0.send(Message::Progress(fields()));
        }
    }

    /// Reports a warning.
    pub(crate) fn warn(&self, text: String) {
        if let Ok(sender) = self.sender.lock() {
            let _ = sender.0.send(Message::Warning(text));
        }
    }
}

/// Runs work on another thread. Ctrl-C, and an exception of the progress function, set the flag; the exception
/// is returned when the work has ended.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Reporter) -> T + Send,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let started = Instant::now().checked_sub(PACE).unwrap_or_else(Instant::now);
    let reporter =
        Reporter { sender: Mutex::new((sender, started)), wants_progress: progress.is_some() };
    py.detach(move || {
        thread::scope(|scope| {
            let builder = thread::Builder::new().name("loyd".to_owned()).stack_size(STACK);
            let worker = builder.spawn_scoped(scope, move || work(&reporter)).map_err(|why| {
                PyRuntimeError::new_err(format!("the system starts no thread: {why}"))
            })?;
            let mut raised = None;
            loop {
                let message = receiver.recv_timeout(LOOK);
                if matches!(message, Err(RecvTimeoutError::Disconnected)) {
                    break;
                }
                let handled = Python::attach(|py| {
                    py.check_signals()?;
                    match message {
                        Ok(message) if raised.is_none() => {
                            hand_over(py, message, progress.as_ref())
                        }
                        _ => Ok(()),
                    }
                });
                if let Err(exception) = handled {
                    cancel.cancel();
                    raised = raised.or(Some(exception));
                }
            }
            let result = worker.join().map_err(|_| {
                PyRuntimeError::new_err(
                    "loyd failed: this is a bug, please report it with the request",
                )
            });
            raised.map_or(result, Err)
        })
    })
}

fn hand_over(py: Python<'_>, message: Message, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    match message {
        Message::Warning(text) => {
            let text = std::ffi::CString::new(text).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 2)
        }
        Message::Progress(fields) => {
            let Some(progress) = progress else { return Ok(()) };
            let values = PyDict::new(py);
            for (name, value) in fields {
                values.set_item(name, value)?;
            }
            progress.call1(py, (values,)).map(drop)
        }
    }
}
