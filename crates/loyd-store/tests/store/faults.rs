//! Faults that a folder must notice or survive, one test each: a file that is not the one named, a document
//! that may have been replaced, another process between two looks.

use crate::run_files::{self, folder, opened, request, save};
use loyd_enumerate::EngineName;
use loyd_enumerate::checkpoint::{Checkpoints, StoreError, StoreFault};
use loyd_store::disk::simulated::Fault;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::disk::{Disk, Lock, ReadableFile, WritableFile};
use loyd_store::solves::{Board, BoardResult, SolveRequest};
use loyd_store::{CheckpointInterval, Journal, RunFolder, SolveFolder};
use loyd_tiles::solver::Tiles;
use serde_json::{Map, Value, json};
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_128;

fn new_run(disk: &SimulatedDisk) -> RunFolder {
    run_files::new_run(disk, CheckpointInterval::Levels(1))
}

#[test]
fn a_failed_write_leaves_the_pointer_and_its_file() {
    let (mut refused, mut doubtful) = (0, 0);
    for point in 0..60 {
        for second in 0..40 {
            let disk = SimulatedDisk::new();
            let mut run = new_run(&disk);
            save(&mut run, 1, 1).unwrap();
            disk.fail_at(disk.points() + point, Fault::Error(ErrorKind::Other));
            if save(&mut run, 2, 2).is_ok() {
                break;
            }
            refused += 1;
            assert_eq!(
                run.checkpoint_depth(),
                Some(1),
                "the checkpoint before the failure stays valid"
            );
            let named = opened(&disk.after_kill()).unwrap().checkpoint_depth();
            doubtful += u32::from(named == Some(2));
            // The same process tries again, and ends anywhere in it.
            disk.fail_at(disk.points() + second, Fault::End);
            let again = save(&mut run, 2, 3);
            assert_ne!(again, Ok(0), "it was not saved before");
            let after = opened(&disk.after_kill()).unwrap();
            let depth = after.checkpoint_depth();
            assert!(depth >= named, "{depth:?} after {named:?}: operations {point} and {second}");
            after.check_checkpoint().unwrap().expect("a checkpoint");
            if again.is_ok() {
                assert_eq!(depth, Some(2));
                break;
            }
        }
    }
    assert!(refused > 100 && doubtful > 10, "{refused} {doubtful}");
}

#[test]
fn a_checkpoint_of_the_same_level_of_another_run_is_refused() {
    let [disk, other] = [1, 2].map(|filling| {
        let disk = SimulatedDisk::new();
        save(&mut new_run(&disk), 1, filling).unwrap();
        disk
    });
    let file = folder().join("level-0001-0.ball");
    let foreign = other.read(&file).unwrap();
    assert_ne!(disk.read(&file).unwrap(), foreign);
    disk.tamper(&file, |bytes| *bytes = foreign);
    let mut run = opened(&disk).unwrap();
    let checked = run.check_checkpoint().expect_err("another file");
    assert!(checked.message.contains("not the file that run.json names"), "{checked}");
    run.saved().unwrap().expect("a checkpoint");
    let mut bitmap = [0; 100];
    run.load(&mut bitmap).unwrap();
    let loaded = run.load(&mut bitmap).expect_err("another file");
    assert_eq!(loaded, checked);
}

/// Changes a document, and makes its checksum fit.
fn forge(disk: &SimulatedDisk, name: &str, change: impl FnOnce(&mut Map<String, Value>)) {
    disk.tamper(&folder().join(name), |bytes| {
        let mut members: Map<String, Value> = serde_json::from_slice(bytes).unwrap();
        members.shift_remove("checksum").unwrap();
        change(&mut members);
        let text = serde_json::to_string_pretty(&members).unwrap();
        let checksum = format!("{:032x}", xxh3_128(text.as_bytes()));
        members.insert("checksum".into(), checksum.into());
        *bytes = (serde_json::to_string_pretty(&members).unwrap() + "\n").into_bytes();
    });
}

#[test]
fn a_checkpoint_of_another_level_is_refused() {
    let disk = SimulatedDisk::new();
    save(&mut new_run(&disk), 3, 1).unwrap();
    for depth in [2, 4, u32::MAX] {
        let copy = disk.after_kill();
        forge(&copy, "run.json", |run| run["checkpoint"]["depth"] = depth.into());
        let mut run = opened(&copy).unwrap();
        for error in [run.check_checkpoint().unwrap_err(), run.saved().unwrap_err()] {
            assert!(error.message.contains("another level"), "{error}");
        }
    }
}

#[test]
fn a_manifest_with_values_that_cannot_be_is_refused() {
    let disk = SimulatedDisk::new();
    save(&mut new_run(&disk), 3, 1).unwrap();
    let forged: [(&str, Value); 12] = [
        ("samples", json!(u64::MAX)),
        ("antipodes", json!(u64::MAX)),
        ("start", json!("0 1 2 3 4 6")),
        ("start", json!("0 1 2 3 4 5 6 7 8")),
        ("start", json!("0  1 2 3 4 5")),
        ("start", json!(0)),
        ("puzzle", json!("cubes")),
        ("shape", json!("0x0")),
        ("shape", json!("4x2")),
        ("metric", json!("triple")),
        ("engine", json!("steam")),
        ("depth", json!(1e30)),
    ];
    for (member, value) in forged {
        let copy = disk.after_kill();
        forge(&copy, "run.json", |run| run[member] = value.clone());
        let error = opened(&copy).and_then(|run| run.request::<Tiles>()).err();
        let error = error.unwrap_or_else(|| panic!("{member}: {value}"));
        assert!(error.fault == StoreFault::Data && error.message.contains("run.json is damaged"));
    }
}

#[test]
fn a_manifest_of_an_older_format_is_refused_with_its_version() {
    let disk = SimulatedDisk::new();
    save(&mut new_run(&disk), 3, 1).unwrap();
    forge(&disk, "run.json", |run| {
        run["version"] = json!(1);
        run.shift_remove("start");
    });
    let error = opened(&disk).err().expect("it is refused");
    assert!(error.message.contains("version 1, this loyd reads"), "{error}");
}

/// The act of another process.
type Act = Box<dyn FnOnce(&SimulatedDisk) + Send>;

/// A disk on which another process runs just before this one gets the lock.
struct Racing {
    disk: SimulatedDisk,
    other: Mutex<Option<Act>>,
}

impl fmt::Debug for Racing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Racing")
    }
}

impl Racing {
    fn new(disk: &SimulatedDisk, other: impl FnOnce(&SimulatedDisk) + Send + 'static) -> Arc<Self> {
        Arc::new(Self { disk: disk.clone(), other: Mutex::new(Some(Box::new(other))) })
    }
}

impl Disk for Racing {
    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.disk.create_folder(folder)
    }
    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        self.disk.list(folder)
    }
    fn create(&self, file: &Path) -> io::Result<Box<dyn WritableFile>> {
        self.disk.create(file)
    }
    fn reopen(&self, file: &Path, length: u64) -> io::Result<Box<dyn WritableFile>> {
        self.disk.reopen(file, length)
    }
    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadableFile>> {
        self.disk.open(file)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.disk.rename(from, to)
    }
    fn remove(&self, file: &Path) -> io::Result<()> {
        self.disk.remove(file)
    }
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.disk.sync_folder(folder)
    }
    fn free_space(&self, folder: &Path) -> io::Result<u64> {
        self.disk.free_space(folder)
    }
    fn lock(&self, file: &Path) -> io::Result<Option<Lock>> {
        let other = self.other.lock().unwrap().take();
        if let Some(other) = other {
            other(&self.disk);
        }
        self.disk.lock(file)
    }
}

#[test]
fn the_last_checkpoint_of_any_process_is_valid() {
    let disk = SimulatedDisk::new();
    save(&mut new_run(&disk), 1, 1).unwrap();
    let racing = Racing::new(&disk, |disk| {
        save(&mut opened(disk).unwrap(), 2, 2).unwrap();
    });
    let mut run = RunFolder::open(racing, folder(), CheckpointInterval::Levels(1)).unwrap();
    assert_eq!(run.checkpoint_depth(), Some(2));
    assert_eq!(run.saved().unwrap().expect("a checkpoint").0.record.levels.len(), 3);
    run.check_checkpoint().unwrap().expect("a checkpoint");
}

fn board(tiles: &str) -> Board {
    let task = Ok(("2x2".to_owned(), tiles.to_owned(), "1 2 3 0".to_owned()));
    Board { id: "1".into(), place: "here".into(), task, passed: Vec::new() }
}

fn solves() -> SolveRequest {
    SolveRequest {
        puzzle: "tiles".into(),
        metric: "single".into(),
        algorithm: "auto".into(),
        heuristic: "auto".into(),
        pruning: "auto".into(),
        moves: None,
        columns: Vec::new(),
        boards: vec![board("1 2 0 3"), board("2 1 3 0")],
        part: None,
    }
}

fn solved() -> BoardResult {
    BoardResult {
        status: "solved".into(),
        length: Some(1),
        proven: true,
        lower_bound: Some(1),
        moves: Some("L".into()),
        expanded: None,
        generated: None,
        seconds: Some(0.1),
        algorithm: None,
        heuristic: None,
        message: None,
    }
}

fn opened_solves(disk: Arc<dyn Disk>) -> Result<SolveFolder, StoreError> {
    SolveFolder::open(disk, folder(), Duration::ZERO)?.check::<Tiles>()
}

fn with_results(disk: &SimulatedDisk) {
    let disk = Arc::new(disk.clone());
    let solve_folder = opened_solves(disk).unwrap();
    solve_folder.finish(0, solved()).unwrap();
}

fn new_solves() -> SimulatedDisk {
    let disk = SimulatedDisk::new();
    SolveFolder::create(Arc::new(disk.clone()), folder(), solves(), Duration::ZERO).unwrap();
    disk
}

#[test]
fn a_board_that_another_process_solved_last_is_done() {
    let disk = new_solves();
    let racing = Racing::new(&disk, with_results);
    let solve_folder = opened_solves(racing).unwrap();
    assert_eq!((solve_folder.done(0), solve_folder.boards_done()), (Some(solved()), 1));
    assert_eq!(opened_solves(Arc::new(new_solves())).unwrap().boards_done(), 0);
}

#[test]
fn results_of_other_boards_are_refused() {
    let disk = new_solves();
    with_results(&disk);
    let other = SimulatedDisk::new();
    let mut boards = solves();
    boards.boards.push(boards.boards[0].clone());
    let unchecked = SolveFolder::open(Arc::new(disk.clone()), folder(), Duration::ZERO).unwrap();
    assert_eq!(unchecked.ensure_same(&solves()), Ok(()));
    let refused = unchecked.ensure_same(&boards).unwrap_err();
    assert!(refused.message.contains("holds other boards"), "{refused}");
    SolveFolder::create(Arc::new(other.clone()), folder(), boards, Duration::ZERO).unwrap();
    let results = disk.read(&folder().join("results.json")).unwrap();
    let mut file = other.create(&folder().join("results.json")).unwrap();
    file.write_all(&results).unwrap();
    let error = opened_solves(Arc::new(other)).err().unwrap();
    assert!(error.message.contains("has results of other boards"), "{error}");
}

#[test]
fn results_that_cannot_be_are_refused() {
    let disk = new_solves();
    with_results(&disk);
    let unsolvable =
        BoardResult { status: "unsolvable".into(), moves: None, length: None, ..solved() };
    let forged = [
        (0, BoardResult { moves: Some("R".into()), ..solved() }),
        (0, BoardResult { moves: Some("L2".into()), ..solved() }),
        (0, BoardResult { moves: None, ..solved() }),
        (0, BoardResult { length: Some(3), ..solved() }),
        (0, BoardResult { lower_bound: Some(0), ..solved() }),
        (0, BoardResult { seconds: Some(1e30), ..solved() }),
        (0, BoardResult { status: "stopped".into(), ..solved() }),
        (0, unsolvable.clone()),
        (7, solved()),
        (usize::MAX, solved()),
    ];
    let open = |board: usize, done: &BoardResult| {
        let copy = disk.after_kill();
        forge(&copy, "results.json", |results| {
            results["done"] = json!({ board.to_string(): done });
        });
        opened_solves(Arc::new(copy)).map(|_| ())
    };
    assert_eq!(open(0, &solved()), Ok(()));
    assert_eq!(open(1, &unsolvable), Ok(()), "two tiles are exchanged");
    for (board, done) in forged {
        let error = open(board, &done).expect_err(&format!("{board}: {done:?}"));
        assert!(error.message.contains("results.json is damaged"), "{error}");
    }
}

#[test]
fn a_comparison_that_another_process_began_last_is_not_overwritten() {
    let disk = SimulatedDisk::new();
    let racing = Racing::new(&disk, |disk| {
        let disk = Arc::new(disk.clone());
        let mut journal = Journal::create(disk, folder(), Map::new()).unwrap();
        journal.keep(&json!("a result")).unwrap();
    });
    let error = Journal::create(racing, folder(), Map::new()).err().expect("it is there");
    assert!(error.message.contains("holds a comparison already"), "{error}");
    let (_, stored) = Journal::open(Arc::new(disk), folder()).unwrap();
    assert_eq!(stored.results, [json!("a result")]);
}

#[test]
fn a_run_is_refused_in_a_folder_of_another_kind() {
    let disk = new_solves();
    let shared: Arc<SimulatedDisk> = Arc::new(disk.clone());
    let engine = Some(EngineName::Memory);
    let run = RunFolder::create(
        shared.clone(),
        folder(),
        &request(),
        engine,
        CheckpointInterval::Levels(1),
    );
    assert!(run.err().expect("boards are there").message.contains("solves.json"));
    assert!(Journal::create(shared, folder(), Map::new()).is_err());
    let disk = SimulatedDisk::new();
    new_run(&disk);
    let second = SolveFolder::create(Arc::new(disk), folder(), solves(), Duration::ZERO);
    assert!(second.err().expect("a run is there").message.contains("run.json"));
}
