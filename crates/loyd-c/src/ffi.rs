//! The functions of `include/loyd.h`. No panic leaves them, and every text that they return is freed by
//! [`loyd_free`].

use crate::session::{Failure, Requests};
use std::ffi::{CStr, CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// The request was carried out; a reached limit and a position without a solution are results.
const OK: c_int = 0;
/// The request is wrong.
const WRONG: c_int = 2;
/// The system refused memory, or the library failed.
const FAILED: c_int = 3;

/// Makes a session; `memory` is the limit of its tables in bytes, 0 for 1 GiB.
#[unsafe(no_mangle)]
pub extern "C" fn loyd_session_new(memory: u64) -> *mut Requests {
    Box::into_raw(Box::new(Requests::new(if memory == 0 { 1 << 30 } else { memory })))
}

/// Frees a session.
///
/// # Safety
/// `session` is null, or comes from [`loyd_session_new`], is freed once, and no request of it runs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loyd_session_free(session: *mut Requests) {
    if !session.is_null() {
        // SAFETY: the caller passes a session that `Box::into_raw` made, for the last time.
        drop(unsafe { Box::from_raw(session) });
    }
}

/// Carries out a request; `result` receives JSON, also for an error.
///
/// # Safety
/// `session` comes from [`loyd_session_new`] and is not freed; `name` and `request` are texts that end with a zero
/// byte; `result` points to a pointer that may be written. Null pointers are errors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loyd_request(
    session: *const Requests,
    name: *const c_char,
    request: *const c_char,
    result: *mut *mut c_char,
) -> c_int {
    if result.is_null() {
        return WRONG;
    }
    // SAFETY: the caller passes a place for a pointer.
    unsafe { *result = ptr::null_mut() };
    if session.is_null() || name.is_null() || request.is_null() {
        return WRONG;
    }
    // SAFETY: the caller passes a session that lives for this call, and it is shared only.
    let session = unsafe { &*session };
    // SAFETY: the caller passes texts that end with a zero byte and live for this call.
    let (name, request) = unsafe { (CStr::from_ptr(name), CStr::from_ptr(request)) };
    let run = || match (name.to_str(), request.to_str()) {
        (Ok(name), Ok(request)) => session.run(name, request),
        _ => Err(Failure::wrong("the request is not UTF-8".to_owned())),
    };
    let (code, json) = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(value)) => (OK, value.to_string()),
        Ok(Err(Failure { is_wrong, json })) => {
            (if is_wrong { WRONG } else { FAILED }, json.to_string())
        }
        Err(_) => (FAILED, r#"{"error":"loyd failed: this is a bug","what":"request"}"#.to_owned()),
    };
    // JSON has no zero byte.
    let text = CString::new(json).unwrap_or_default();
    // SAFETY: as above.
    unsafe { *result = text.into_raw() };
    code
}

/// Stops the requests of a session that run, from any thread; they end within milliseconds.
///
/// # Safety
/// `session` is null, or comes from [`loyd_session_new`] and is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loyd_cancel(session: *const Requests) {
    if !session.is_null() {
        // SAFETY: the caller passes a session that lives for this call, and it is shared only.
        unsafe { &*session }.cancel();
    }
}

/// Frees a text that [`loyd_request`] returned.
///
/// # Safety
/// `text` is null, or comes from [`loyd_request`] and is freed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loyd_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the caller passes a text that `CString::into_raw` made, for the last time.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// The version of the library; the text is constant.
#[unsafe(no_mangle)]
pub extern "C" fn loyd_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
