//! Solvers that are kept between requests.
//!
//! Most have small tables, of 24 MiB at most. Those with pattern databases may have much more, so fewer
//! of them are kept; where the tables are files in a cache, the solvers share the pages of the files.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Solvers kept.
const MAX: usize = 32;

/// Solvers with pattern databases among them.
const MAX_WITH_TABLES: usize = 8;

/// A solver as the registry sees it.
pub(super) trait Kept: Any + Send + Sync {
    /// True if it has tables of pattern databases.
    fn has_tables(&self) -> bool;
    /// The same solver with its type forgotten.
    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
}

/// The solvers by the names of all choices; clones share them.
#[derive(Clone, Default)]
pub(super) struct Registry(Arc<Mutex<VecDeque<Entry>>>);

struct Entry {
    key: String,
    pinned: bool,
    kept: Arc<dyn Kept>,
}

impl Registry {
    /// The solver of a key, which determines its type; made if there is none.
    pub(super) fn get<T: Kept>(&self, key: &str, make: impl FnOnce() -> T) -> Arc<T> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = entries.iter().position(|entry| entry.key == key);
        if let Some(entry) = at.and_then(|at| entries.remove(at)) {
            let known = entry.kept.clone().into_any().downcast::<T>();
            entries.push_front(entry);
            if let Ok(known) = known {
                return known;
            }
        }
        let made = Arc::new(make());
        entries.push_front(Entry { key: key.to_owned(), pinned: false, kept: made.clone() });
        forget(&mut entries);
        made
    }

    /// Keeps a solver for ever.
    pub(super) fn pin(&self, key: &str, kept: Arc<dyn Kept>) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|entry| entry.key != key);
        entries.push_front(Entry { key: key.to_owned(), pinned: true, kept });
    }
}

/// Removes those that were used longest ago, until no more are there than may be.
fn forget(entries: &mut VecDeque<Entry>) {
    let (mut all, mut with_tables) = (0, 0);
    entries.retain(|entry| {
        if entry.pinned {
            return true;
        }
        all += 1;
        with_tables += usize::from(entry.kept.has_tables());
        all <= MAX && (with_tables <= MAX_WITH_TABLES || !entry.kept.has_tables())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Solver(usize);

    impl Kept for Solver {
        fn has_tables(&self) -> bool {
            self.0 % 2 == 1
        }

        fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
            self
        }
    }

    #[test]
    fn the_least_recently_used_are_forgotten_and_pinned_ones_never() {
        let registry = Registry::default();
        registry.pin("pinned", Arc::new(Solver(7)));
        for number in 0..100 {
            assert_eq!(registry.get(&number.to_string(), || Solver(number)).0, number);
        }
        let kept = |key: &str| registry.get(key, || Solver(1000)).0 != 1000;
        assert!(kept("99") && kept("pinned") && !kept("2"));
        let entries = registry.0.lock().expect("no panic");
        let with_tables = entries.iter().filter(|entry| entry.kept.has_tables()).count();
        assert!(entries.len() <= MAX + 1 && with_tables <= MAX_WITH_TABLES + 1);
    }
}
