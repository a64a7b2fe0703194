//! Checksums as loyd computes them, for forged files.

use serde_json::{Map, Value};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// The members of a document without its checksum.
pub(crate) fn members(bytes: &[u8]) -> Option<Map<String, Value>> {
    let Value::Object(mut members) = serde_json::from_slice(bytes).ok()? else { return None };
    members.shift_remove("checksum")?;
    Some(members)
}

/// A document with a checksum that fits.
pub(crate) fn document(mut members: Map<String, Value>) -> Vec<u8> {
    let pretty =
        |members: &Map<String, Value>| serde_json::to_string_pretty(members).expect("a document");
    let checksum = format!("{:032x}", xxh3_128(pretty(&members).as_bytes()));
    members.insert("checksum".into(), checksum.into());
    (pretty(&members) + "\n").into_bytes()
}

/// A line of a journal.
pub(crate) fn line(result: &Value) -> Vec<u8> {
    let text = result.to_string();
    let sum = xxh3_64(text.as_bytes());
    format!("{{\"result\":{text},\"checksum\":\"{sum:016x}\"}}\n").into_bytes()
}

/// Content with the XXH3-64 of it behind it, and that.
pub(crate) fn sealed(mut content: Vec<u8>) -> (Vec<u8>, u64) {
    let sum = xxh3_64(&content);
    content.extend(sum.to_le_bytes());
    (content, sum)
}
