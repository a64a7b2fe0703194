//! The container that travels through the dataflow: some bytes for one process.
//!
//! ```text
//! length u32, kind u8, 3 bytes of zeros, depth u32, sender u32; the bytes, padded to 8
//! ```

use std::io::Write;
use timely::Accountable;
use timely::bytes::arc::{Bytes, BytesMut};
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// Blocks are sent when they have about this size.
pub(crate) const BLOCK_BYTES: usize = 128 << 10;
/// Most bytes of a block: larger messages are sent in parts.
pub(crate) const MAX_BLOCK_BYTES: usize = 512 << 10;
/// Most bytes of a block that is neither of units nor gathered.
pub(crate) const MAX_NOTICE_BYTES: usize = 16 << 10;

pub(crate) const HEAD: usize = 16;

/// The purpose of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Units of a level.
    #[default]
    Units,
    /// Bytes that all processes gather.
    Gather,
    /// The first bytes of the units, or of the gathered bytes, that follow.
    Part,
    /// The receiver has processed this many bytes: a number.
    Credit,
    /// A sign of life.
    Pulse,
    /// The run is to be stopped.
    Stop,
    /// The run has failed: a [`Failure`](crate::Failure).
    Failed,
    /// Nothing more will come.
    Bye,
}

impl Kind {
    const ALL: [Kind; 8] = [
        Kind::Units,
        Kind::Gather,
        Kind::Part,
        Kind::Credit,
        Kind::Pulse,
        Kind::Stop,
        Kind::Failed,
        Kind::Bye,
    ];

    /// Returns whether blocks of this kind are processed in order and count in the window.
    pub(crate) fn is_ordered(self) -> bool {
        matches!(self, Kind::Units | Kind::Gather | Kind::Part)
    }

    fn of(byte: u8) -> Option<Self> {
        Self::ALL.get(usize::from(byte)).copied()
    }
}

/// A container of bytes for one process.
#[derive(Clone, Default)]
pub(crate) struct Block {
    /// The receiver; only the sender knows it.
    pub(crate) to: usize,
    pub(crate) from: usize,
    /// `None` for the default, which is never sent.
    pub(crate) kind: Option<Kind>,
    /// The level of its units.
    pub(crate) depth: u32,
    bytes: Option<Bytes>,
}

impl Block {
    pub(crate) fn new(to: usize, kind: Kind, depth: u32, bytes: Vec<u8>) -> Self {
        let bytes = Some(BytesMut::from(bytes).freeze());
        Block { to, from: 0, kind: Some(kind), depth, bytes }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.as_deref().unwrap_or_default()
    }
}

/// The length, kind, level and sender of a block by its head.
fn parse(head: &[u8]) -> Option<(usize, Kind, u32, usize)> {
    let word = |at: usize| Some(u32::from_le_bytes(*head.get(at..)?.first_chunk()?));
    Some((word(0)? as usize, Kind::of(*head.get(4)?)?, word(8)?, word(12)? as usize))
}

/// The kind of a block and its length, by its head; `None` if `from` sends no such block of `bytes`
/// bytes.
pub(crate) fn check(head: &[u8], from: usize, bytes: usize) -> Option<(Kind, usize)> {
    let (length, kind, _, sender) = parse(head)?;
    let max_length = match kind {
        kind if kind.is_ordered() => MAX_BLOCK_BYTES,
        Kind::Credit => 8,
        _ => MAX_NOTICE_BYTES,
    };
    let fits = length <= max_length && length.next_multiple_of(8) == bytes && sender == from;
    fits.then_some((kind, length))
}

impl Accountable for Block {
    /// 1, or 0 for the default: timely asks so whether there is anything to send.
    fn record_count(&self) -> i64 {
        i64::from(self.kind.is_some())
    }
}

impl ContainerBytes for Block {
    fn from_bytes(mut bytes: Bytes) -> Self {
        // The frame was checked: the head is whole, and the bytes of its length follow.
        let block = parse(&bytes).filter(|(length, ..)| *length <= bytes.len() - HEAD);
        let Some((length, kind, depth, from)) = block else { return Block::default() };
        let _ = bytes.extract_to(HEAD);
        let bytes = Some(bytes.extract_to(length));
        Block { to: 0, from, kind: Some(kind), depth, bytes }
    }

    fn length_in_bytes(&self) -> usize {
        HEAD + self.bytes().len().next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let bytes = self.bytes();
        let mut head = [0; HEAD];
        head[..4].copy_from_slice(&(bytes.len() as u32).to_le_bytes());
        head[4] = self.kind.unwrap_or_default() as u8;
        head[8..12].copy_from_slice(&self.depth.to_le_bytes());
        head[12..].copy_from_slice(&(self.from as u32).to_le_bytes());
        let padding = bytes.len().next_multiple_of(8) - bytes.len();
        // The writer is memory of the length that was asked for.
        let _ = writer
            .write_all(&head)
            .and_then(|()| writer.write_all(bytes))
            .and_then(|()| writer.write_all(&[0; 8][..padding]));
    }
}

/// Gives each block to its receiver.
pub(crate) struct ByReceiver;

impl Distributor<Block> for ByReceiver {
    fn partition<T: Clone, P: Push<Message<T, Block>>>(
        &mut self,
        block: &mut Block,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = block.to;
        Message::push_at(block, stamp.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Block>>>(
        &mut self,
        _stamp: &Stamp<T>,
        _pushers: &mut [P],
    ) {
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_as_they_were_written() {
        for kind in Kind::ALL {
            for length in [0, 1, 7, 8, 1000] {
                let block = Block { from: 5, ..Block::new(3, kind, 42, vec![7; length]) };
                let mut bytes = Vec::new();
                block.into_bytes(&mut bytes);
                assert_eq!(bytes.len(), block.length_in_bytes());
                let read = Block::from_bytes(BytesMut::from(bytes).freeze());
                assert_eq!((read.kind, read.depth, read.from), (Some(kind), 42, 5));
                assert_eq!(read.bytes(), block.bytes());
            }
        }
    }

    #[test]
    fn malformed_blocks_are_recognised() {
        let mut bytes = Vec::new();
        Block::new(0, Kind::Units, 1, vec![1; 20]).into_bytes(&mut bytes);
        for length in 0..HEAD + 20 {
            let cut = bytes[..length].to_vec();
            assert_eq!(Block::from_bytes(BytesMut::from(cut).freeze()).kind, None, "{length}");
        }
        bytes[4] = 99;
        assert_eq!(Block::from_bytes(BytesMut::from(bytes).freeze()).kind, None);
    }

    #[test]
    fn heads_of_blocks_are_checked() {
        let checked = |kind, from, length: usize, bytes| {
            let mut head = Vec::new();
            Block { from, ..Block::new(0, kind, 1, vec![1; length]) }.into_bytes(&mut head);
            check(&head[..HEAD], 5, bytes)
        };
        assert_eq!(checked(Kind::Units, 5, 20, 24), Some((Kind::Units, 20)));
        assert_eq!(checked(Kind::Units, 4, 20, 24), None);
        assert_eq!(checked(Kind::Units, 5, 20, 32), None);
        assert_eq!(checked(Kind::Gather, 5, MAX_BLOCK_BYTES + 8, MAX_BLOCK_BYTES + 8), None);
        assert_eq!(checked(Kind::Stop, 5, MAX_NOTICE_BYTES + 8, MAX_NOTICE_BYTES + 8), None);
        assert_eq!(checked(Kind::Credit, 5, 8, 8), Some((Kind::Credit, 8)));
    }
}
