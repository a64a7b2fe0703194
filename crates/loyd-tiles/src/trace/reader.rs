//! From bytes to events, and from an event to its board.

use super::bytes::Input;
use super::event::{End, Ending, Event, Expansion, Header, Origin};
use super::{MAGIC, kind};
use crate::{Direction, MetricName, Position, Size, Slide, parse_position, parse_size};
use loyd::observe::{Landmark, StopCause};

/// A trace that was read.
#[derive(Clone, Debug)]
pub struct Trace {
    /// What was searched, and how.
    pub header: Header,
    /// The steps.
    pub events: Vec<Event>,
    /// How it ended; `None` if the end is missing: recording was broken off.
    pub end: Option<End>,
}

/// Why bytes are no trace.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotATrace {
    /// It begins otherwise.
    #[error(
        "it does not begin with the line \"{MAGIC}\": it is no trace, or one of another version"
    )]
    Foreign,
    /// A line of the header is missing or wrong.
    #[error("the line \"{line}\" of its header is missing or wrong{why}")]
    Header {
        /// The first word of the line.
        line: &'static str,
        /// What is wrong with it, if it is there.
        why: String,
    },
    /// A record makes no sense.
    #[error("the record at byte {at} makes no sense: the file is corrupt")]
    Corrupt {
        /// Where the record begins.
        at: usize,
    },
    /// The checksum is another.
    #[error("its checksum is wrong: the file is corrupt")]
    Checksum,
}

impl Trace {
    /// Reads a trace. One that was cut off is read as far as it goes.
    ///
    /// # Errors
    /// If the bytes are no trace, or corrupt.
    pub fn read(bytes: &[u8]) -> Result<Self, NotATrace> {
        let (header, at) = header(bytes)?;
        let mut input = Input::new(bytes, at);
        let mut records = Records { header: &header, events: Vec::new(), open: 0, closed: 0 };
        let end = loop {
            let at = input.at();
            if at == bytes.len() {
                break None;
            }
            let corrupt = NotATrace::Corrupt { at };
            match records.next(&mut input) {
                Read::Event => {}
                Read::End(end) => {
                    let sum = crc32fast::hash(&bytes[..input.at()]);
                    let Some(stored) = input.take(4) else { break None };
                    if stored != sum.to_le_bytes() {
                        return Err(NotATrace::Checksum);
                    }
                    if input.at() != bytes.len() {
                        return Err(NotATrace::Corrupt { at: input.at() });
                    }
                    break Some(end);
                }
                Read::CutOff => break None,
                Read::Nonsense => return Err(corrupt),
            }
        };
        let events = records.events;
        Ok(Self { header, events, end })
    }

    /// The numbers of the events from a root to this one, which must be an expansion.
    pub fn line(&self, number: usize) -> Vec<usize> {
        let mut line = vec![number];
        while let Some(Event::Expansion(Expansion {
            origin: Origin::Child { parent, .. }, ..
        })) = line.last().map(|&last| &self.events[last])
        {
            line.push(*parent as usize);
        }
        line.reverse();
        line
    }

    /// The board of an expansion; `None` for a landmark.
    pub fn position(&self, number: usize) -> Option<Position> {
        let Event::Expansion(_) = self.events.get(number)? else { return None };
        let mut position: Option<Position> = None;
        for step in self.line(number) {
            let Event::Expansion(expansion) = &self.events[step] else { return None };
            position = match (&expansion.origin, position) {
                (Origin::Root(root), _) => Some(root.clone()),
                (Origin::Child { slide, .. }, Some(before)) => before.replay(&[*slide]).ok(),
                (Origin::Child { .. }, None) => None,
            };
        }
        position
    }
}

/// What a record was.
enum Read {
    Event,
    End(End),
    /// There are too few bytes for it.
    CutOff,
    Nonsense,
}

struct Records<'a> {
    header: &'a Header,
    events: Vec<Event>,
    open: u64,
    closed: u64,
}

impl Records<'_> {
    fn next(&mut self, input: &mut Input<'_>) -> Read {
        let Some(tag) = input.byte() else { return Read::CutOff };
        let known = kind::BACKWARD | kind::CHILD;
        match tag & 3 {
            kind::EXPANSION if tag & !3 & !known == 0 => self.expansion(tag, input),
            kind::LANDMARK if tag == kind::LANDMARK => self.landmark(input),
            kind::END if tag == kind::END => end(input, self.header.start.size()),
            _ => Read::Nonsense,
        }
    }

    fn expansion(&mut self, tag: u8, input: &mut Input<'_>) -> Read {
        let size = self.header.start.size();
        let origin = if tag & kind::CHILD == 0 {
            let tiles: Option<Vec<u64>> = (0..size.cells()).map(|_| input.number()).collect();
            let Some(tiles) = tiles else { return Read::CutOff };
            match Position::new(size, &tiles) {
                Ok(position) => Origin::Root(position),
                Err(_) => return Read::Nonsense,
            }
        } else {
            let (Some(back), Some(letter)) = (input.number(), input.number()) else {
                return Read::CutOff;
            };
            let parent = (self.events.len() as u64).checked_sub(back).filter(|_| back > 0);
            let is_expansion =
                |&at: &u64| matches!(self.events.get(at as usize), Some(Event::Expansion(_)));
            match (parent.filter(is_expansion), slide(letter, size)) {
                (Some(parent), Some(slide)) => Origin::Child { parent: parent as u32, slide },
                _ => return Read::Nonsense,
            }
        };
        let (Some(g), Some(h)) = (input.number(), input.number()) else { return Read::CutOff };
        let (Ok(g), Ok(h)) = (u32::try_from(g), u32::try_from(h)) else { return Read::Nonsense };
        let (Some(f), Some(open), Some(closed)) = (input.signed(), input.signed(), input.signed())
        else {
            return Read::CutOff;
        };
        self.open = self.open.wrapping_add(open as u64);
        self.closed = self.closed.wrapping_add(closed as u64);
        self.events.push(Event::Expansion(Expansion {
            origin,
            backward: tag & kind::BACKWARD != 0,
            g,
            h,
            f: (u64::from(g) + u64::from(h)).wrapping_add(f as u64),
            open: self.open,
            closed: self.closed,
        }));
        Read::Event
    }

    fn landmark(&mut self, input: &mut Input<'_>) -> Read {
        let (Some(which), Some(value)) = (input.byte(), input.number()) else {
            return Read::CutOff;
        };
        self.events.push(Event::Landmark(match which {
            0 => Landmark::Iteration(value),
            1 => Landmark::Stage(value),
            2 => Landmark::Solution(value),
            _ => return Read::Nonsense,
        }));
        Read::Event
    }
}

fn end(input: &mut Input<'_>, size: Size) -> Read {
    let (Some(status), Some(expanded), Some(generated), Some(length)) =
        (input.byte(), input.number(), input.number(), input.number())
    else {
        return Read::CutOff;
    };
    let mut path = Vec::new();
    for _ in 0..length {
        let Some(letter) = input.number() else { return Read::CutOff };
        let Some(slide) = slide(letter, size) else { return Read::Nonsense };
        path.push(slide);
    }
    let ending = match status {
        0 | 1 => Ending::Solved { path, proven: status == 1 },
        2 => Ending::Unsolvable,
        3 => Ending::Stopped(StopCause::Nodes),
        4 => Ending::Stopped(StopCause::Time),
        5 => Ending::Stopped(StopCause::Memory),
        6 => Ending::Stopped(StopCause::Cancelled),
        7 => Ending::Stopped(StopCause::BrokenTable),
        _ => return Read::Nonsense,
    };
    Read::End(End { ending, expanded, generated })
}

/// The slide of a number, if a board of this size can have it.
fn slide(letter: u64, size: Size) -> Option<Slide> {
    let direction = Direction::ALL[(letter & 3) as usize];
    let room = if direction.is_vertical() { size.height() } else { size.width() };
    let count = u16::try_from(letter / 4 + 1).ok().filter(|&count| usize::from(count) < room)?;
    Some(Slide { direction, count })
}

/// The header, and where the records begin.
fn header(bytes: &[u8]) -> Result<(Header, usize), NotATrace> {
    let rest = bytes.strip_prefix(MAGIC.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
    let rest = rest.ok_or(NotATrace::Foreign)?;
    let missing = |line, why: String| NotATrace::Header { line, why };
    let length = rest.windows(2).position(|pair| pair == b"\n\n");
    let length = length.ok_or_else(|| missing("goal", String::new()))?;
    let text = std::str::from_utf8(&rest[..length])
        .map_err(|_| missing("program", ": it is not text".into()))?;
    let find = |line: &'static str| {
        let found = text.lines().find_map(|l| l.strip_prefix(line)?.strip_prefix(' '));
        found.ok_or_else(|| missing(line, String::new()))
    };
    let size = parse_size(find("size")?).map_err(|why| missing("size", format!(": {why}")))?;
    let board = |line| {
        let position = parse_position(find(line)?, Some(size));
        position.map_err(|why| missing(line, format!(": {why}")))
    };
    let metric = match find("metric")? {
        "single" => MetricName::Single,
        "multi" => MetricName::Multi,
        _ => return Err(missing("metric", String::new())),
    };
    let header = Header {
        start: board("start")?,
        goal: board("goal")?,
        metric,
        algorithm: find("algorithm")?.to_owned(),
        heuristic: find("heuristic")?.to_owned(),
        program: find("program")?.to_owned(),
    };
    Ok((header, bytes.len() - rest.len() + length + 2))
}
