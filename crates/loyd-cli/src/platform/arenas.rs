//! Arenas of the allocator, where the addresses of the process are limited (`ulimit -v`).
//!
//! The GNU C library gives every thread a separate arena. For each it reserves 128 MiB of addresses
//! for a moment and then keeps 64 MiB. With a limit of 250 MiB a second thread that starts in that moment
//! is refused its stack. One arena for all threads reserves nothing ahead.

/// Makes all threads share one arena if the addresses of the process are limited. To be called before
/// the first thread starts. Does nothing on systems without such arenas.
pub(crate) fn share_if_limited() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if super::addresses_left().is_some() {
        // SAFETY: `mallopt` with `M_ARENA_MAX` takes two plain integers and only sets a limit that the
        // allocator reads when a thread needs an arena. A refusal leaves the limit as it was.
        let _ = unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    }
}
