//! From bytes to steps, and from a step to its position.

use super::bytes::Input;
use super::checksum;
use super::moves::Moves;
use super::step::{End, Ending, Expansion, Header, Origin, Step};
use super::{MAGIC, VERSION, kind};
use crate::observe::{SearchEvent, StopCause};
use crate::puzzle::Puzzle;
use crate::quote::quoted;

/// Maximum bytes of the text of a position: several times those of the largest boards.
const LONGEST: u64 = 1 << 20;

/// A trace in memory.
#[derive(Clone, Debug)]
pub struct Trace<P: Puzzle> {
    /// The search that was recorded.
    pub header: Header<P>,
    /// The steps.
    pub steps: Vec<Step<P>>,
    /// The end; `None` if the recording was interrupted.
    pub end: Option<End<P>>,
}

/// The reason why bytes are not a trace, or not one of the expected puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotATrace {
    /// The first line is not that of a trace.
    #[error("it does not begin with the line \"{MAGIC} {VERSION}\": it is not a trace")]
    ForeignCheckpoint,
    /// It has another version.
    #[error(
        "it is a trace of version {found}, and only version {VERSION} can be read, in which positions \
         and moves are written in another way: the search must be recorded again"
    )]
    Version {
        /// The version.
        found: u64,
    },
    /// It belongs to another puzzle.
    #[error("it is a trace of the puzzle {}, not of {expected}", quoted(.found))]
    Puzzle {
        /// The puzzle of the trace.
        found: String,
        /// The expected puzzle.
        expected: &'static str,
    },
    /// A line of the header is missing or wrong.
    #[error("the line \"{line}\" of its header is missing or wrong{why}")]
    Header {
        /// The first word of the line.
        line: &'static str,
        /// The fault, if the line is present.
        why: String,
    },
    /// A record is invalid.
    #[error("the record at byte {at} is invalid: the file is corrupt")]
    Corrupt {
        /// Offset of the record.
        at: usize,
    },
    /// The checksum does not match.
    #[error("its checksum is wrong: the file is corrupt")]
    Checksum,
}

impl<P: Puzzle> Trace<P> {
    /// Reads a trace. A truncated trace is read as far as it goes.
    ///
    /// # Errors
    /// If the bytes are not a trace of this puzzle, or are corrupt.
    pub fn read(bytes: &[u8]) -> Result<Self, NotATrace> {
        let (header, at) = header::<P>(bytes)?;
        let mut input = Input::new(bytes, at);
        let shape = P::shape(&header.start);
        let moves = Moves::of(&header);
        let mut records = Records { shape, moves, steps: Vec::new(), open: 0, closed: 0 };
        let end = loop {
            let at = input.at();
            if at == bytes.len() {
                break None;
            }
            match records.next(&mut input) {
                Read::Step => {}
                Read::End(end) => {
                    let sum = checksum::of(&bytes[..input.at()]);
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
                Read::Nonsense => return Err(NotATrace::Corrupt { at }),
            }
        };
        let steps = records.steps;
        Ok(Self { header, steps, end })
    }

    /// The steps from a root to this one, which must be an expansion.
    pub fn line(&self, step: usize) -> Vec<usize> {
        let mut line = vec![step];
        while let Some(Step::Expansion(Expansion {
            origin: Origin::Child { parent, .. }, ..
        })) = line.last().map(|&last| &self.steps[last])
        {
            line.push(*parent as usize);
        }
        line.reverse();
        line
    }

    /// The position of an expansion; `None` for events, and if a move on the path to it is
    /// impossible.
    pub fn position(&self, step: usize) -> Option<P::Position> {
        let Step::Expansion(_) = self.steps.get(step)? else { return None };
        let mut position: Option<P::Position> = None;
        for step in self.line(step) {
            let Step::Expansion(expansion) = &self.steps[step] else { return None };
            match &expansion.origin {
                Origin::Root(root) => position = Some(root.clone()),
                Origin::Child { mv, .. } => P::apply(position.as_mut()?, *mv).ok()?,
            }
        }
        position
    }
}

/// The name of the puzzle to which a trace belongs.
///
/// # Errors
/// If the bytes are not a trace.
pub fn puzzle_of(bytes: &[u8]) -> Result<&str, NotATrace> {
    Lines::new(bytes)?.find("puzzle")
}

/// The result of reading a record.
enum Read<P: Puzzle> {
    Step,
    End(End<P>),
    /// The record is truncated.
    CutOff,
    Nonsense,
}

struct Records<P: Puzzle> {
    shape: String,
    moves: Moves<P>,
    steps: Vec<Step<P>>,
    open: u64,
    closed: u64,
}

impl<P: Puzzle> Records<P> {
    fn next(&mut self, input: &mut Input<'_>) -> Read<P> {
        let Some(tag) = input.byte() else { return Read::CutOff };
        let flags = kind::BACKWARD | kind::CHILD;
        match tag & 3 {
            kind::EXPANSION if tag & !3 & !flags == 0 => self.expansion(tag, input),
            kind::EVENT if tag == kind::EVENT => self.event(input),
            kind::END if tag == kind::END => self.end(input),
            _ => Read::Nonsense,
        }
    }

    fn expansion(&mut self, tag: u8, input: &mut Input<'_>) -> Read<P> {
        let origin = if tag & kind::CHILD == 0 {
            let Some(length) = input.number() else { return Read::CutOff };
            if length > LONGEST {
                return Read::Nonsense;
            }
            let Some(text) = input.take(length as usize) else { return Read::CutOff };
            match self.position(text) {
                Some(position) => Origin::Root(position),
                None => return Read::Nonsense,
            }
        } else {
            let (Some(back), Some(number)) = (input.number(), input.number()) else {
                return Read::CutOff;
            };
            let parent = (self.steps.len() as u64).checked_sub(back).filter(|_| back > 0);
            let is_expansion =
                |&at: &u64| matches!(self.steps.get(at as usize), Some(Step::Expansion(_)));
            match (parent.filter(is_expansion), self.moves.get(number)) {
                (Some(parent), Some(mv)) => Origin::Child { parent: parent as u32, mv },
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
        self.steps.push(Step::Expansion(Expansion {
            origin,
            backward: tag & kind::BACKWARD != 0,
            g,
            h,
            f: (u64::from(g) + u64::from(h)).wrapping_add(f as u64),
            open: self.open,
            closed: self.closed,
        }));
        Read::Step
    }

    /// Parses the text of a position with the shape of this trace.
    fn position(&self, text: &[u8]) -> Option<P::Position> {
        let position = P::parse(std::str::from_utf8(text).ok()?, Some(&self.shape)).ok()?;
        (P::shape(&position) == self.shape).then_some(position)
    }

    fn event(&mut self, input: &mut Input<'_>) -> Read<P> {
        let (Some(which), Some(value)) = (input.byte(), input.number()) else {
            return Read::CutOff;
        };
        self.steps.push(Step::Event(match which {
            0 => SearchEvent::Iteration(value),
            1 => SearchEvent::Stage(value),
            2 => SearchEvent::Solution(value),
            _ => return Read::Nonsense,
        }));
        Read::Step
    }

    fn end(&self, input: &mut Input<'_>) -> Read<P> {
        let (Some(status), Some(expanded), Some(generated), Some(length)) =
            (input.byte(), input.number(), input.number(), input.number())
        else {
            return Read::CutOff;
        };
        let mut path = Vec::new();
        for _ in 0..length {
            let Some(number) = input.number() else { return Read::CutOff };
            let Some(mv) = self.moves.get(number) else { return Read::Nonsense };
            path.push(mv);
        }
        let ending = match status {
            0 | 1 => Ending::Solved { path, proven: status == 1 },
            2 => Ending::Unsolvable,
            3 => Ending::Stopped(StopCause::Nodes),
            4 => Ending::Stopped(StopCause::Time),
            5 => Ending::Stopped(StopCause::Memory),
            6 => Ending::Stopped(StopCause::Cancelled),
            7 => Ending::Stopped(StopCause::BrokenTable),
            8 => Ending::Stopped(StopCause::Width),
            _ => return Read::Nonsense,
        };
        Read::End(End { ending, expanded, generated })
    }
}

/// The text of a header.
struct Lines<'a> {
    text: &'a str,
    /// The byte at which the records begin.
    end: usize,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, NotATrace> {
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let version = std::str::from_utf8(first).ok().and_then(|line| {
            let digits = line.strip_prefix(MAGIC)?.strip_prefix(' ')?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
        });
        match version {
            None => return Err(NotATrace::ForeignCheckpoint),
            Some(VERSION) => {}
            Some(found) => return Err(NotATrace::Version { found }),
        }
        let length = bytes.windows(2).position(|pair| pair == b"\n\n");
        let length = length.ok_or_else(|| header_error("goal", ""))?;
        let text = std::str::from_utf8(&bytes[..length]);
        let text = text.map_err(|_| header_error("program", "it is not text"))?;
        Ok(Self { text, end: length + 2 })
    }

    fn find(&self, name: &'static str) -> Result<&'a str, NotATrace> {
        let value = self.text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.ok_or_else(|| header_error(name, ""))
    }
}

fn header_error(line: &'static str, why: &str) -> NotATrace {
    let colon = if why.is_empty() { "" } else { ": " };
    NotATrace::Header { line, why: format!("{colon}{why}") }
}

/// The header, and the byte at which the records begin.
fn header<P: Puzzle>(bytes: &[u8]) -> Result<(Header<P>, usize), NotATrace> {
    let lines = Lines::new(bytes)?;
    let puzzle = lines.find("puzzle")?;
    if puzzle != P::NAME {
        return Err(NotATrace::Puzzle { found: puzzle.to_owned(), expected: P::NAME });
    }
    let shape = lines.find("shape")?;
    let metric = lines.find("metric")?;
    let metric = P::METRICS.iter().find(|known| known.to_string() == metric);
    let metric = *metric.ok_or_else(|| header_error("metric", ""))?;
    let position = |line| {
        let position = P::parse(lines.find(line)?, Some(shape));
        let position = position.map_err(|why| header_error(line, &why.to_string()))?;
        if P::shape(&position) == shape { Ok(position) } else { Err(header_error("shape", "")) }
    };
    let header = Header {
        start: position("start")?,
        goal: position("goal")?,
        metric,
        algorithm: lines.find("algorithm")?.to_owned(),
        heuristic: lines.find("heuristic")?.to_owned(),
        program: lines.find("program")?.to_owned(),
    };
    Ok((header, lines.end))
}
