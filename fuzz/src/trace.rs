//! Traces of searches.

use loyd_tiles::trace::Trace;

/// Reads the bytes as they are, and again with a checksum that fits them, so that the fuzzer gets
/// beyond it. Every event of a trace that is read is looked at.
pub fn read(bytes: &[u8]) {
    look(bytes);
    if let Some((records, _)) = bytes.split_last_chunk::<4>() {
        let mut sealed = records.to_vec();
        sealed.extend(crc32fast::hash(records).to_le_bytes());
        look(&sealed);
    }
}

fn look(bytes: &[u8]) {
    let Ok(trace) = Trace::read(bytes) else { return };
    for number in (0..trace.events.len()).take(64) {
        if let Some(position) = trace.position(number) {
            assert_eq!(position.size(), trace.header.start.size());
        }
        let _ = trace.line(number);
    }
}
