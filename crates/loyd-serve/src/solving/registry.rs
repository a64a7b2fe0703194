//! Solvers cached between requests.
//!
//! Most solvers have tables of at most 24 MiB. Solvers with pattern databases may have much larger tables, so
//! the limit for them is lower; if the tables are files in a cache, the solvers share the pages of the files.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The greatest number of cached solvers.
const MAX_SOLVERS: usize = 32;

/// The greatest number of cached solvers with pattern databases.
const MAX_WITH_TABLES: usize = 8;

/// A solver in the registry.
pub(super) trait CachedSolver: Any + Send + Sync {
    /// True if it has tables of pattern databases.
    fn has_tables(&self) -> bool;
    /// The solver without its type.
    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
}

/// The solvers by the names of all choices; clones share them.
#[derive(Clone, Default)]
pub(super) struct Registry(Arc<Mutex<VecDeque<Entry>>>);

struct Entry {
    key: String,
    pinned: bool,
    solver: Arc<dyn CachedSolver>,
}

impl Registry {
    /// The solver of a key, which determines its type; a new one if the key is unknown.
    pub(super) fn get<T: CachedSolver>(&self, key: &str, make: impl FnOnce() -> T) -> Arc<T> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = entries.iter().position(|entry| entry.key == key);
        if let Some(entry) = at.and_then(|at| entries.remove(at)) {
            let solver = entry.solver.clone().into_any().downcast::<T>();
            entries.push_front(entry);
            if let Ok(solver) = solver {
                return solver;
            }
        }
        let solver = Arc::new(make());
        entries.push_front(Entry { key: key.to_owned(), pinned: false, solver: solver.clone() });
        evict(&mut entries);
        solver
    }

    /// Adds a solver that is never evicted.
    pub(super) fn pin(&self, key: &str, solver: Arc<dyn CachedSolver>) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|entry| entry.key != key);
        entries.push_front(Entry { key: key.to_owned(), pinned: true, solver });
    }
}

/// Removes the least recently used solvers beyond the limits.
fn evict(entries: &mut VecDeque<Entry>) {
    let (mut all, mut with_tables) = (0, 0);
    entries.retain(|entry| {
        if entry.pinned {
            return true;
        }
        all += 1;
        with_tables += usize::from(entry.solver.has_tables());
        all <= MAX_SOLVERS && (with_tables <= MAX_WITH_TABLES || !entry.solver.has_tables())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Solver(usize);

    impl CachedSolver for Solver {
        fn has_tables(&self) -> bool {
            self.0 % 2 == 1
        }

        fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
            self
        }
    }

    #[test]
    fn least_recently_used_solvers_are_evicted_and_pinned_ones_stay() {
        let registry = Registry::default();
        registry.pin("pinned", Arc::new(Solver(7)));
        for number in 0..100 {
            assert_eq!(registry.get(&number.to_string(), || Solver(number)).0, number);
        }
        let is_cached = |key: &str| registry.get(key, || Solver(1000)).0 != 1000;
        assert!(is_cached("99") && is_cached("pinned") && !is_cached("2"));
        let entries = registry.0.lock().expect("no panic");
        let with_tables = entries.iter().filter(|entry| entry.solver.has_tables()).count();
        assert!(entries.len() <= MAX_SOLVERS + 1 && with_tables <= MAX_WITH_TABLES + 1);
    }
}
