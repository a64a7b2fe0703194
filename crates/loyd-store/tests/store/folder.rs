//! Runs in folders of this machine's disk.

use loyd_enumerate::{EngineName, Request, run, run_with};
use loyd_search::observe::{Cancel, Limit};
use loyd_store::disk::RealDisk;
use loyd_store::{CheckpointInterval, RunFolder};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate as tiles;
use std::path::Path;
use std::sync::Arc;

fn request(metric: MetricName) -> Request<Tiles> {
    Request { metric, samples: 4, threads: 2, ..tiles::request(Size::new(5, 2).unwrap()) }
}

fn create(folder: &Path, request: &Request<Tiles>) -> Result<RunFolder, String> {
    let disk = Arc::new(RealDisk);
    let engine = Some(EngineName::Memory);
    RunFolder::create(disk, folder, request, engine, CheckpointInterval::Levels(4))
        .map_err(|e| e.to_string())
}

fn open(folder: &Path) -> Result<RunFolder, String> {
    RunFolder::open(Arc::new(RealDisk), folder, CheckpointInterval::Levels(4))
        .map_err(|e| e.to_string())
}

#[test]
fn a_run_resumed_with_other_threads_has_the_same_certificate() {
    for metric in [MetricName::Single, MetricName::Multi] {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("a/run");
        let mut run_folder = create(&folder, &request(metric)).unwrap();
        let cancel = Cancel::new();
        let stop = &mut |level: &loyd_enumerate::LevelProgress| {
            if level.depth == 10 {
                cancel.cancel();
            }
        };
        let plan = tiles::plan(&request(metric)).unwrap();
        let part =
            run_with(&plan, &Limit::cancelled_by(&cancel), stop, Some(&mut run_folder)).unwrap();
        assert_eq!(part.saved, Some(Ok(())));
        assert!(part.bytes_written > 0 && !part.complete);
        assert!(run_folder.check_checkpoint().unwrap().is_some());
        drop(run_folder);

        let mut run_folder = open(&folder).unwrap();
        assert_eq!(run_folder.checkpoint_depth(), Some(10));
        let plan = tiles::plan(&Request { threads: 1, ..run_folder.request().unwrap() }).unwrap();
        let rest = run_with(&plan, &Limit::none(), &mut |_| (), Some(&mut run_folder)).unwrap();
        assert_eq!((rest.resumed_at, rest.saved.clone()), (Some(10), None));
        let certificate = run_folder.finish(&rest, 0).unwrap();
        let whole =
            run(&tiles::plan(&request(metric)).unwrap(), &Limit::none(), &mut |_| ()).unwrap();
        assert_eq!(certificate.levels, whole.levels);
        // The first level after a checkpoint has no sample; all others are the same ones.
        for (depth, (samples, all)) in rest.samples.iter().zip(&whole.samples).enumerate() {
            assert!(samples == all || depth == 11 && samples.is_empty(), "depth {depth}");
        }
        assert_eq!(run_folder.check_checkpoint().unwrap(), None);
        drop(run_folder);
        assert_eq!(open(&folder).unwrap().certificate::<Tiles>().unwrap(), Some(certificate));
        let remaining: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
        assert_eq!(remaining.len(), 3, "the manifest, the certificate and the lock");
    }
}

#[test]
fn a_folder_holds_one_run_and_serves_one_process() {
    let place = tempfile::tempdir().unwrap();
    let run_folder = create(place.path(), &request(MetricName::Single)).unwrap();
    let twice = create(place.path(), &request(MetricName::Single)).err().unwrap();
    assert!(twice.contains("in use"), "{twice}");
    assert!(open(place.path()).err().unwrap().contains("in use"));
    drop(run_folder);
    let twice = create(place.path(), &request(MetricName::Single)).err().unwrap();
    assert!(twice.contains("holds a run already (run.json is in it)"), "{twice}");
    assert!(open(place.path()).is_ok());
}

#[test]
fn invalid_folders_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let empty = open(place.path()).err().unwrap();
    assert!(empty.contains("holds no run: run.json is missing"), "{empty}");
    let file = place.path().join("file");
    std::fs::write(&file, "x").unwrap();
    assert!(create(&file, &request(MetricName::Single)).is_err());
    assert!(open(&place.path().join("missing")).is_err());
    std::fs::write(place.path().join("run.json"), "{\"format\": 1}").unwrap();
    assert!(open(place.path()).err().unwrap().contains("no checksum"));
}
