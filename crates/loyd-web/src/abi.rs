//! The exported functions. The host writes a request into a buffer of the module, calls
//! [`loyd_call`], and reads the answer from another:
//!
//! ```text
//! at = loyd_input(length)        the host writes `length` bytes of UTF-8 at `at`
//! length = loyd_call()           or loyd_read_trace(), of which the input is the file
//! at = loyd_output()             the host reads `length` bytes at `at`
//! ```
//!
//! The module imports three functions: `loyd_progress(at, length)`, called while a request runs,
//! `loyd_failed(at, length)`, called with the text of a panic, and `loyd_now()`, milliseconds of a
//! monotonic clock. The module reads no pointer of the host: both buffers belong to the module.
#![allow(unsafe_code)]

use crate::{Engine, Host};
use serde_json::Value;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

#[link(wasm_import_module = "loyd")]
// SAFETY: the host provides the functions with these types, or the module cannot be instantiated;
// none touches memory that the module does not hand over.
unsafe extern "C" {
    /// Shows the progress, UTF-8 of JSON.
    safe fn loyd_progress(at: *const u8, length: usize);
    /// Reports a bug, UTF-8, and does not return; the module is unusable afterwards.
    safe fn loyd_failed(at: *const u8, length: usize);
    /// Milliseconds since a fixed moment.
    safe fn loyd_now() -> f64;
}

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    loyd_search::clock::set_source(|| Duration::from_secs_f64(loyd_now().max(0.0) / 1e3));
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        loyd_failed(text.as_ptr(), text.len());
    }));
    Engine::new(Arc::new(Worker))
});
static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static OUTPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Worker;

impl Host for Worker {
    fn progress(&self, progress: &Value) {
        let text = progress.to_string();
        loyd_progress(text.as_ptr(), text.len());
    }
}

/// Makes the input this long, and returns its address.
// SAFETY: no other symbol of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn loyd_input(length: usize) -> *mut u8 {
    let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Carries out the request of the input, and returns the length of the answer.
// SAFETY: no other symbol of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn loyd_call() -> usize {
    let input = std::mem::take(&mut *INPUT.lock().unwrap_or_else(PoisonError::into_inner));
    answer(ENGINE.call(&String::from_utf8_lossy(&input)))
}

/// Reads the trace of the input, and returns the length of the answer.
// SAFETY: no other symbol of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn loyd_read_trace() -> usize {
    let input = std::mem::take(&mut *INPUT.lock().unwrap_or_else(PoisonError::into_inner));
    answer(ENGINE.read_trace(&input))
}

/// The address of the answer, until the next call.
// SAFETY: no other symbol of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn loyd_output() -> *const u8 {
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner).as_ptr()
}

fn answer(text: String) -> usize {
    let mut output = OUTPUT.lock().unwrap_or_else(PoisonError::into_inner);
    *output = text.into_bytes();
    output.len()
}
