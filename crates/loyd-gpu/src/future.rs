//! Futures, which native backends of wgpu complete at once.

use std::future::Future;
use std::task::{Context, Poll, Waker};

/// The value of a future that is ready at once, as those of native backends are.
pub(crate) fn now<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
        std::thread::yield_now();
    }
}
