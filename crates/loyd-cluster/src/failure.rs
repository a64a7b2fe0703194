//! The loss of a process: which one, and why.

use crate::block::MAX_NOTICE_BYTES;
use std::time::Duration;

/// The reason why a run of several processes ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("process {process} ({address}) {cause}")]
pub struct Failure {
    /// The process at fault.
    pub process: usize,
    /// Its address.
    pub address: String,
    /// The reason.
    pub cause: Cause,
}

/// The reason why a process is lost.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The connection ended: the process ended, or the machine.
    #[error("was lost: {0}")]
    Lost(String),
    /// Nothing was heard of it for this time.
    #[error(
        "was not heard of for {} s: the process or its machine hangs, or the link is cut",
        .0.as_secs_f64()
    )]
    Silent(Duration),
    /// It ended the run before the others.
    #[error("ended its run before the others")]
    EndedEarly,
    /// It stopped by itself, with this message.
    #[error("stopped: {0}")]
    Stopped(String),
    /// It sent something impossible.
    #[error("sent something impossible: {0}")]
    Broken(String),
    /// It refused the task, with this message: nothing failed.
    #[error("refused the task: {0}")]
    Refused(String),
}

impl Failure {
    /// The failure as bytes: process, kind, then a number or a text.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let (kind, rest) = match &self.cause {
            Cause::Lost(why) => (0, why.clone().into_bytes()),
            Cause::Silent(time) => (1, (time.as_millis() as u64).to_le_bytes().to_vec()),
            Cause::EndedEarly => (2, Vec::new()),
            Cause::Stopped(why) => (3, why.clone().into_bytes()),
            Cause::Broken(what) => (4, what.clone().into_bytes()),
            Cause::Refused(why) => (5, why.clone().into_bytes()),
        };
        let mut bytes = (self.process as u32).to_le_bytes().to_vec();
        bytes.push(kind);
        bytes.extend(rest);
        bytes.truncate(MAX_NOTICE_BYTES);
        bytes
    }

    /// Reads a failure among processes with these addresses.
    pub(crate) fn parse(bytes: &[u8], addresses: &[String]) -> Option<Self> {
        let (process, rest) = bytes.split_first_chunk()?;
        let process = u32::from_le_bytes(*process) as usize;
        let (&kind, rest) = rest.split_first()?;
        let text = || String::from_utf8_lossy(rest).chars().take(2000).collect::<String>();
        let cause = match kind {
            0 => Cause::Lost(text()),
            1 => Cause::Silent(Duration::from_millis(u64::from_le_bytes(rest.try_into().ok()?))),
            2 => Cause::EndedEarly,
            3 => Cause::Stopped(text()),
            4 => Cause::Broken(text()),
            5 => Cause::Refused(text()),
            _ => return None,
        };
        Some(Failure { process, address: addresses.get(process)?.clone(), cause })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_read_as_they_were_written() {
        let addresses = ["a:1".to_owned(), "b:2".to_owned()];
        for cause in [
            Cause::Lost("reset".into()),
            Cause::Silent(Duration::from_millis(1500)),
            Cause::EndedEarly,
            Cause::Stopped("disk full".into()),
            Cause::Broken("a block".into()),
            Cause::Refused("no such board".into()),
        ] {
            let failure = Failure { process: 1, address: "b:2".into(), cause };
            assert_eq!(Failure::parse(&failure.to_bytes(), &addresses), Some(failure.clone()));
            let text = failure.to_string();
            assert!(text.starts_with("process 1 (b:2) "), "{text}");
        }
        assert_eq!(Failure::parse(&[9, 0, 0, 0, 0], &addresses), None);
        assert_eq!(Failure::parse(&[1, 0, 0, 0, 9], &addresses), None);
        assert_eq!(Failure::parse(&[1], &addresses), None);
    }
}
