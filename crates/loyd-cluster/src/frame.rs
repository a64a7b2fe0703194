//! The frames of a stream of timely, checked before timely reads a byte of them.
//!
//! timely trusts its input: a length is allocated, a target or an operator is an index, and
//! undecodable bytes end a thread by a panic. There are two channels, and all but the contents of
//! blocks has a fixed form.
//!
//! ```text
//! frame      channel, source, first target, last target, length, number    u64 each, big-endian
//!            the number of bytes that the length gives
//! end        a frame of zeros, then the end of the stream
//!
//! blocks     source, number, times (1), time (0)          u64 each, little-endian like all below
//!            a block: its head, its bytes
//! progress   source, number, changes                      u64 each
//!            for each change: operator u64, kind of port u32, port u64, time (0) u64, difference i64
//!            sorted changes u64; zeros to a multiple of 8
//! ```
//!
//! The *start* of a frame is checked: of blocks all before their bytes, of progress everything.

use crate::block::{self, MAX_BLOCK_BYTES};

/// Bytes of the head of a frame. The start of the last frame has no more.
pub(crate) const HEAD: usize = 48;
/// Bytes before the block in a frame of blocks.
const STAMP: usize = 32;
/// The channels of the dataflow. timely numbers its parts: the dataflow is 0, its operators are 1
/// and 2.
const BLOCKS: u64 = 3;
const PROGRESS: u64 = 4;
/// Bytes of a change.
const CHANGE: usize = 36;
/// Most changes of a frame: there are two ports.
const MAX_CHANGES: usize = 16;
/// Most bytes of a frame of progress, without its head.
const MAX_PROGRESS: usize = (4 * 8 + MAX_CHANGES * CHANGE).next_multiple_of(8);
/// Most bytes of a frame of blocks, without its head.
const MAX_BLOCKS: usize = STAMP + block::HEAD + MAX_BLOCK_BYTES;
/// Most bytes of a start.
pub(crate) const MAX_START: usize = HEAD + MAX_PROGRESS;
/// The ports of the dataflow: operator, kind, port.
const PORTS: [(u64, u32, u64); 2] = [(1, SOURCE, 0), (2, TARGET, 0)];
const TARGET: u32 = 0;
const SOURCE: u32 = 1;

/// Checks the head of a frame from one process to another. Returns the length of its start.
///
/// # Errors
/// If no process of a run sends such a frame: the reason.
pub(crate) fn check_head(head: &[u8], from: usize, to: usize) -> Result<usize, String> {
    let [channel, source, first, last, length, number] =
        std::array::from_fn(|word| big_endian(&head[8 * word..]));
    if [channel, source, first, last, length, number] == [0; 6] {
        return Ok(HEAD);
    }
    if (source, first, last) != (from as u64, to as u64, to as u64 + 1) {
        return Err(format!("a frame from {source} to {first}..{last}"));
    }
    let (min_bytes, max_bytes, start) = match channel {
        BLOCKS => (STAMP + block::HEAD, MAX_BLOCKS, STAMP + block::HEAD),
        PROGRESS => (4 * 8, MAX_PROGRESS, length as usize),
        _ => return Err(format!("a frame for channel {channel}, which does not exist")),
    };
    if !(min_bytes as u64..=max_bytes as u64).contains(&length) || !length.is_multiple_of(8) {
        return Err(format!(
            "a frame of {length} bytes, and there may be {min_bytes} to {max_bytes}"
        ));
    }
    Ok(HEAD + start)
}

/// Checks the start of a frame whose head was checked. Returns the number of bytes after it, and
/// the length of the block if it is an ordered one.
///
/// # Errors
/// If no process of a run sends such a frame: the reason.
pub(crate) fn check_start(start: &[u8], from: usize) -> Result<(usize, Option<usize>), String> {
    let (head, body) = start.split_at(HEAD);
    if little_endian(body) != from as u64 {
        return Err("a frame with two senders".to_owned());
    }
    if big_endian(head) == PROGRESS {
        check_progress(body).ok_or_else(|| "progress of no kind".to_owned())?;
        return Ok((0, None));
    }
    let (stamp, block) = body.split_at(STAMP);
    if (little_endian(&stamp[16..]), little_endian(&stamp[24..])) != (1, 0) {
        return Err("a block at another time".to_owned());
    }
    let rest = big_endian(&head[32..]) as usize - STAMP - block::HEAD;
    let (kind, bytes) =
        block::check(block, from, rest).ok_or_else(|| "a block of no kind".to_owned())?;
    Ok((rest, kind.is_ordered().then_some(bytes)))
}

fn check_progress(body: &[u8]) -> Option<()> {
    let changes = little_endian(body.get(16..)?);
    let changes = usize::try_from(changes).ok().filter(|changes| *changes <= MAX_CHANGES)?;
    let end = 24 + changes * CHANGE;
    if body.len() != (end + 8).next_multiple_of(8) || little_endian(&body[end..]) > changes as u64 {
        return None;
    }
    let is_known = |change: &[u8]| {
        let kind = u32::from_le_bytes([change[8], change[9], change[10], change[11]]);
        let port = (little_endian(change), kind, little_endian(&change[12..]));
        let (time, difference) =
            (little_endian(&change[20..]), little_endian(&change[28..]).cast_signed());
        // Sums of differences cannot overflow.
        PORTS.contains(&port) && time == 0 && i32::try_from(difference).is_ok()
    };
    body[24..end].chunks_exact(CHANGE).all(is_known).then_some(())
}

fn word(bytes: &[u8]) -> [u8; 8] {
    std::array::from_fn(|place| bytes.get(place).copied().unwrap_or_default())
}

fn big_endian(bytes: &[u8]) -> u64 {
    u64::from_be_bytes(word(bytes))
}

fn little_endian(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(word(bytes))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::block::{Block, Kind};
    use timely::dataflow::channels::ContainerBytes;

    /// A frame from process 1 to process 0 with another length and contents.
    fn frame(channel: u64, length: u64, body: &[u8]) -> Vec<u8> {
        let head = [channel, 1, 0, 1, length, 0].map(u64::to_be_bytes);
        [&head.concat(), body].concat()
    }

    /// A frame of a block from process 1 to process 0.
    fn block(kind: Kind, bytes: usize) -> Vec<u8> {
        let mut body = [1, 0, 1, 0].map(u64::to_le_bytes).concat();
        let mut block = Block::new(0, kind, 0, vec![9; bytes]);
        block.from = 1;
        block.into_bytes(&mut body);
        frame(BLOCKS, body.len() as u64, &body)
    }

    /// A frame of progress with one change.
    fn progress(operator: u64, kind: u32, port: u64, time: u64, difference: i64) -> Vec<u8> {
        let mut body = [1, 0, 1, operator].map(u64::to_le_bytes).concat();
        body.extend(kind.to_le_bytes());
        body.extend([port, time, difference.cast_unsigned(), 0].map(u64::to_le_bytes).concat());
        body.resize(body.len().next_multiple_of(8), 0);
        frame(PROGRESS, body.len() as u64, &body)
    }

    /// Frames from process 1 to process 0, without the last one.
    pub(crate) fn frame_stream() -> Vec<u8> {
        [block(Kind::Units, 5), progress(1, SOURCE, 0, 0, -1), block(Kind::Bye, 0)].concat()
    }

    /// The result for the first frame.
    fn check(bytes: &[u8]) -> Result<(usize, Option<usize>), String> {
        let start = check_head(&bytes[..HEAD], 1, 0)?;
        check_start(&bytes[..start], 1)
    }

    fn rejection(bytes: &[u8]) -> String {
        check(bytes).unwrap_err()
    }

    #[test]
    fn frames_of_a_run_are_accepted() {
        assert_eq!(check(&block(Kind::Units, 5)), Ok((8, Some(5))));
        assert_eq!(check(&block(Kind::Bye, 0)), Ok((0, None)));
        assert_eq!(check(&progress(1, SOURCE, 0, 0, -1)), Ok((0, None)));
        assert_eq!(check_head(&[0; HEAD], 1, 0), Ok(HEAD));
    }

    #[test]
    fn lengths_are_checked_without_the_contents() {
        for length in [1 << 20, 2 << 30, u64::MAX, u64::MAX - 48, 8, 0] {
            assert!(rejection(&frame(BLOCKS, length, &[])).contains("bytes"), "{length}");
            assert!(rejection(&frame(PROGRESS, length, &[])).contains("bytes"), "{length}");
        }
        assert!(rejection(&frame(7, 64, &[])).contains("channel 7"));
        let mut other = block(Kind::Units, 5);
        other[15] = 2;
        assert!(rejection(&other).contains("from 2"));
        other = block(Kind::Units, 5);
        other[31] = 9;
        assert!(rejection(&other).contains("to 0..9"));
    }

    #[test]
    fn starts_of_another_form_are_refused() {
        for bad in [
            progress(0, SOURCE, 0, 0, 1),
            progress(1, TARGET, 0, 0, 1),
            progress(2, TARGET, 1, 0, 1),
            progress(2, 7, 0, 0, 1),
            progress(2, TARGET, 0, 1, 1),
            progress(2, TARGET, 0, 0, i64::MAX),
        ] {
            assert!(rejection(&bad).contains("progress"));
        }
        let mut many = progress(2, TARGET, 0, 0, 1);
        many[HEAD + 16] = 2;
        assert!(rejection(&many).contains("progress"));
        let changed = |at: usize| {
            let mut bytes = block(Kind::Units, 5);
            bytes[HEAD + at] = 99;
            rejection(&bytes)
        };
        assert!(changed(0).contains("two senders"));
        assert!(changed(16).contains("time") && changed(24).contains("time"));
        assert!(
            [STAMP, STAMP + 4, STAMP + 12].map(changed).iter().all(|why| why.contains("block"))
        );
    }

    #[test]
    fn arbitrary_bytes_are_refused_within_one_frame() {
        let mut random = 1u64;
        for _ in 0..1000 {
            let junk: Vec<u8> = std::iter::repeat_with(|| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (random >> 56) as u8
            })
            .take(HEAD)
            .collect();
            rejection(&junk);
        }
    }
}
