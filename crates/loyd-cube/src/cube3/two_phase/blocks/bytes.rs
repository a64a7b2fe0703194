//! Blocks as bytes, for a file: their words in little-endian order.

use super::{AtomicU64, Blocks, Relaxed, Unavailable, bytes};

/// Bytes of a word.
const WORD: usize = 8;

impl Blocks {
    /// Fills a buffer with the bytes from an offset on, which is a multiple of 8.
    pub(in crate::cube3) fn read_bytes(&self, offset: usize, buffer: &mut [u8]) {
        debug_assert!(offset.is_multiple_of(WORD), "words are read as a whole");
        let (whole, rest) = buffer.as_chunks_mut::<WORD>();
        let mut words = self.words[offset / WORD..].iter();
        for (bytes, word) in whole.iter_mut().zip(words.by_ref()) {
            *bytes = word.load(Relaxed).to_le_bytes();
        }
        if let (false, Some(word)) = (rest.is_empty(), words.next()) {
            rest.copy_from_slice(&word.load(Relaxed).to_le_bytes()[..rest.len()]);
        }
    }

    /// Blocks of this many rows from their bytes.
    ///
    /// They are copied: in pages of the file, a search would miss the cache for addresses at every
    /// entry.
    ///
    /// # Errors
    /// If the number of bytes is wrong, or memory is insufficient.
    pub(in crate::cube3) fn of_bytes(
        rows: usize,
        contents: &[u8],
        name: &'static str,
    ) -> Result<Self, Unavailable> {
        let (chunks, rest) = contents.as_chunks::<WORD>();
        if contents.len() as u64 != bytes(rows) || !rest.is_empty() {
            let reason = format!("{} bytes are not a table of {}", contents.len(), bytes(rows));
            return Err(Unavailable { name, reason });
        }
        let mut words = Self::reserved(rows, name)?;
        words.extend(chunks.iter().map(|&chunk| AtomicU64::new(u64::from_le_bytes(chunk))));
        Ok(Self { words, rows })
    }
}
