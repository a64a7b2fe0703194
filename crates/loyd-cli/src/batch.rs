//! Many tasks on several threads, within the addresses that this process may have.

use crate::exit::Failure;
use crate::platform;
use loyd::batch::{self, Workers};

/// Runs `work` on every task and hands each result to `on_result` in the order of the tasks.
pub(crate) fn in_order<T: Sync, R: Send>(
    tasks: &[T],
    workers: usize,
    work: impl Fn(&T) -> R + Sync,
    on_result: impl FnMut(R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let workers = Workers { count: workers, address_space: platform::address_space() };
    batch::in_order(tasks, workers, work, on_result)
}
