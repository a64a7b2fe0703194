//! Journals that are torn, damaged, foreign, or opened by two processes.

use super::*;
use crate::disk::simulated::SimulatedDisk;
use crate::disk::{Lock, ReadableFile};
use loyd_enumerate::checkpoint::StoreFault;
use serde_json::json;
use std::sync::Mutex;

fn folder() -> &'static Path {
    Path::new("d")
}

fn results(number: usize) -> Vec<Value> {
    (0..number).map(|run| json!({"run": run, "seconds": 0.1, "text": "ä\n"})).collect()
}

fn with(results: &[Value]) -> SimulatedDisk {
    let disk = SimulatedDisk::new();
    let manifest = json!({"what": "a test"}).as_object().unwrap().clone();
    let mut journal = Journal::create(Arc::new(disk.clone()), folder(), manifest).unwrap();
    for result in results {
        journal.keep(result).unwrap();
    }
    journal.synchronise().unwrap();
    disk
}

#[test]
fn stored_results_are_read_and_more_can_be_appended() {
    let disk = with(&results(3));
    let (mut journal, stored) = Journal::open(Arc::new(disk.clone()), folder()).unwrap();
    assert_eq!((stored.results, stored.torn), (results(3), 0));
    assert_eq!(stored.manifest["what"], "a test");
    journal.keep(&json!(7)).unwrap();
    drop(journal);
    let (_, stored) = Journal::open(Arc::new(disk), folder()).unwrap();
    assert_eq!(stored.results.len(), 4);
}

#[test]
fn a_line_cut_anywhere_is_dropped_and_those_before_it_stay() {
    let place = folder().join("results-0001.jsonl");
    let whole = with(&results(3)).read(&place).unwrap();
    let lines: Vec<usize> =
        whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
    for cut in 0..whole.len() {
        let disk = with(&results(3)).after_kill();
        disk.tamper(&place, |bytes| bytes.truncate(cut));
        let (_, stored) = Journal::open(Arc::new(disk), folder()).unwrap();
        let complete = lines.iter().filter(|&&end| end < cut).count();
        assert_eq!(stored.results, results(complete), "cut at {cut}");
        let is_whole = cut == 0 || lines.contains(&(cut - 1));
        assert_eq!(stored.torn, usize::from(!is_whole), "cut at {cut}");
    }
}

#[test]
fn a_changed_line_is_never_used() {
    let place = folder().join("results-0001.jsonl");
    let length = with(&results(3)).read(&place).unwrap().len();
    for byte in 0..length {
        let disk = with(&results(3)).after_kill();
        disk.tamper(&place, |bytes| bytes[byte] ^= 2);
        match Journal::open(Arc::new(disk), folder()) {
            Ok((_, stored)) => {
                let written = results(3);
                assert!(stored.results.iter().all(|result| written.contains(result)), "{byte}");
            }
            Err(error) => assert!(error.message.contains("damaged"), "{error}"),
        }
    }
}

#[test]
fn foreign_folders_are_refused() {
    let disk = with(&results(1)).after_kill();
    let again = Journal::create(Arc::new(disk.clone()), folder(), Map::new());
    assert_eq!(again.err().unwrap().fault, StoreFault::Occupied);
    let elsewhere = Journal::open(Arc::new(disk.clone()), Path::new("e"));
    assert!(elsewhere.is_err());
    let mut other = Map::new();
    other.insert("format".into(), "loyd run".into());
    let locked_folder = LockedFolder::create(Arc::new(disk.clone()), folder()).unwrap();
    document::write(&locked_folder, &MANIFEST, other).unwrap();
    drop(locked_folder);
    let error = Journal::open(Arc::new(disk), folder()).err().unwrap();
    assert!(error.message.contains("not of a comparison"), "{error}");
}

#[test]
fn other_versions_are_refused() {
    for (version, shown) in
        [(json!(VERSION + 1), "2"), (json!("1"), "(none)"), (json!(null), "(none)")]
    {
        let disk = with(&results(1)).after_kill();
        let mut other = Map::new();
        other.insert("format".into(), FORMAT.into());
        other.insert("version".into(), version);
        let locked_folder = LockedFolder::create(Arc::new(disk.clone()), folder()).unwrap();
        document::write(&locked_folder, &MANIFEST, other).unwrap();
        drop(locked_folder);
        let error = Journal::open(Arc::new(disk), folder()).err().unwrap();
        assert!(error.message.contains(&format!("has the version {shown}")), "{error}");
    }
}

/// Results of a slow comparison become durable one by one.
#[test]
fn results_become_durable_after_a_while() {
    let disk = with(&[]);
    let (mut journal, _) = Journal::open(Arc::new(disk.clone()), folder()).unwrap();
    journal.keep(&json!(1)).unwrap();
    std::thread::sleep(PATIENCE);
    journal.keep(&json!(2)).unwrap();
    let (_, stored) = Journal::open(Arc::new(disk.after_power_loss(1)), folder()).unwrap();
    assert_eq!(stored.results, [json!(1), json!(2)]);
}

/// An event before an operation.
type Other = Box<dyn FnOnce() + Send>;

/// A disk on which another process comes in between, before one of the operations on folders and
/// locks; locks exclude each other.
#[derive(Clone)]
struct Raced {
    disk: SimulatedDisk,
    locked: Arc<Mutex<bool>>,
    /// Operations until the other process comes.
    next_event: Arc<Mutex<Option<(u32, Other)>>>,
}

impl std::fmt::Debug for Raced {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Raced")
    }
}

#[derive(Debug)]
struct RacedLock(Arc<Mutex<bool>>);

impl Drop for RacedLock {
    fn drop(&mut self) {
        *self.0.lock().unwrap() = false;
    }
}

impl Raced {
    fn new() -> Self {
        Self { disk: SimulatedDisk::new(), locked: Arc::default(), next_event: Arc::default() }
    }

    fn pass(&self) {
        let mut next_event = self.next_event.lock().unwrap();
        let due = match &mut *next_event {
            Some((0, _)) => next_event.take(),
            Some((operations, _)) => {
                *operations -= 1;
                None
            }
            None => None,
        };
        drop(next_event);
        if let Some((_, other)) = due {
            other();
        }
    }
}

impl Disk for Raced {
    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.pass();
        self.disk.create_folder(folder)
    }
    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        self.pass();
        self.disk.list(folder)
    }
    fn create(&self, file: &Path) -> io::Result<Box<dyn WritableFile>> {
        self.pass();
        self.disk.create(file)
    }
    fn reopen(&self, file: &Path, length: u64) -> io::Result<Box<dyn WritableFile>> {
        self.pass();
        self.disk.reopen(file, length)
    }
    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadableFile>> {
        self.pass();
        self.disk.open(file)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.pass();
        self.disk.rename(from, to)
    }
    fn remove(&self, file: &Path) -> io::Result<()> {
        self.pass();
        self.disk.remove(file)
    }
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.pass();
        self.disk.sync_folder(folder)
    }
    fn free_space(&self, folder: &Path) -> io::Result<u64> {
        self.disk.free_space(folder)
    }
    fn lock(&self, _: &Path) -> io::Result<Option<Lock>> {
        self.pass();
        let mut locked = self.locked.lock().unwrap();
        let free = !std::mem::replace(&mut *locked, true);
        Ok(free.then(|| Box::new(RacedLock(self.locked.clone())) as Lock))
    }
}

/// Begins, keeps a result, and ends.
fn a_whole_process(disk: &Raced, what: &str) -> Result<(), StoreError> {
    let manifest = json!({"what": what}).as_object().unwrap().clone();
    let mut journal = Journal::create(Arc::new(disk.clone()), folder(), manifest)?;
    journal.keep(&json!(what))?;
    journal.synchronise()
}

/// Runs another process to its end before each operation of one in turn; returns the number of
/// operations of that one.
fn race(one: impl Fn(&Raced) -> Option<String>, initial: Option<&str>) -> u32 {
    for operation in 0.. {
        let disk = Raced::new();
        if let Some(initial) = initial {
            a_whole_process(&disk, initial).unwrap();
        }
        let second = Arc::new(Mutex::new(None));
        let (seen, its_disk) = (second.clone(), disk.clone());
        let other = Box::new(move || {
            *seen.lock().unwrap() =
                Some(match Journal::open(Arc::new(its_disk.clone()), folder()) {
                    Ok((mut journal, _)) => journal.keep(&json!("other")),
                    Err(_) => a_whole_process(&its_disk, "other"),
                });
        });
        *disk.next_event.lock().unwrap() = Some((operation, other));
        let first = one(&disk);
        let Some(second) = second.lock().unwrap().take() else { return operation };
        let (_, stored) = Journal::open(Arc::new(disk.disk.clone()), folder()).unwrap();
        let expected =
            [initial.map(str::to_owned), first.clone(), second.is_ok().then(|| "other".into())];
        let mut expected: Vec<String> = expected.into_iter().flatten().collect();
        let mut there: Vec<String> =
            stored.results.iter().map(|result| result.as_str().unwrap().to_owned()).collect();
        expected.sort();
        there.sort();
        assert_eq!(there, expected, "operation {operation}: first {first:?}, second {second:?}");
        assert!(first.is_some() || second.is_ok(), "operation {operation}: neither could work");
    }
    unreachable!("the operations end");
}

#[test]
fn one_of_two_processes_in_a_new_folder_is_refused() {
    let begin = |disk: &Raced| a_whole_process(disk, "first").ok().map(|()| "first".to_owned());
    assert!(race(begin, None) > 6);
}

#[test]
fn a_resumed_journal_contains_the_results_of_another_process() {
    let resume = |disk: &Raced| {
        let (mut journal, stored) = Journal::open(Arc::new(disk.clone()), folder()).ok()?;
        // The results are those of the folder when it was locked: earlier results are among them.
        let there = results_files(&disk.disk);
        assert_eq!(stored.results.len(), there);
        journal.keep(&json!("first")).unwrap();
        Some("first".to_owned())
    };
    assert!(race(resume, Some("initial")) > 4);
}

/// Lines in all files of results.
fn results_files(disk: &SimulatedDisk) -> usize {
    let names = disk.list(folder()).unwrap();
    let files = names.iter().filter(|name| RESULTS.numbers(name).is_some());
    let lines = |name: &String| {
        let text = disk.read(&folder().join(name)).unwrap();
        String::from_utf8(text).unwrap().lines().count()
    };
    files.map(lines).sum()
}

#[test]
fn foreign_folders_remain_unchanged() {
    let disk = SimulatedDisk::new();
    disk.create(&folder().join("letters.txt")).unwrap();
    let refused = Journal::create(Arc::new(disk.clone()), folder(), Map::new());
    assert!(refused.err().unwrap().message.contains("not empty"));
    assert!(Journal::open(Arc::new(disk.clone()), folder()).is_err());
    assert_eq!(disk.list(folder()).unwrap(), ["letters.txt"]);
}
