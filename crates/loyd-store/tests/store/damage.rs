//! Damage to the files of a run: the next process must find it, or count right without the file.

use loyd_store::disk::Disk;
use loyd_store::disk::simulated::SimulatedDisk;
use std::path::Path;

/// The files of a run that was stopped, and the way to continue it.
pub struct Stopped<'a> {
    pub disk: &'a SimulatedDisk,
    pub folder: &'a Path,
    /// The files that are damaged, one at a time.
    pub names: &'a [String],
    /// The file without which a run begins anew.
    pub pointer: &'a str,
    /// The right counts.
    pub levels: &'a [u64],
    /// Continues a run to its end.
    pub resume: &'a dyn Fn(&SimulatedDisk) -> Result<Vec<u64>, String>,
}

impl Stopped<'_> {
    /// Changes about `changes` bytes of each file, one at a time, cuts each file, and removes it. A
    /// resumed run must report the damage or count right. Returns the number of reports.
    pub fn assert_damage_is_reported(&self, changes: usize) -> u32 {
        let mut reported = 0;
        for name in self.names {
            let path = self.folder.join(name);
            let length = self.disk.read(&path).unwrap().len();
            for byte in (0..length).step_by(length.div_ceil(changes)) {
                let copy = self.disk.after_kill();
                copy.tamper(&path, |bytes| bytes[byte] ^= 1 << (byte % 8));
                match (self.resume)(&copy) {
                    Ok(levels) => assert_eq!(levels, self.levels, "{name}: byte {byte}"),
                    Err(error) => {
                        assert!(error.contains("damaged"), "{name}: {error}");
                        reported += 1;
                    }
                }
            }
            let copy = self.disk.after_kill();
            copy.tamper(&path, |bytes| bytes.truncate(length / 2));
            assert!((self.resume)(&copy).is_err(), "{name}: cut");
            let copy = self.disk.after_kill();
            copy.remove(&path).unwrap();
            match (self.resume)(&copy) {
                Ok(levels) => assert!(name == self.pointer && levels == self.levels, "{name}"),
                Err(error) => assert!(error.contains(name.as_str()), "{name}: {error}"),
            }
        }
        reported
    }
}
