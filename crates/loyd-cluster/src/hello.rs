//! The hello: the facts that two processes must agree on before any other exchange.
//!
//! It has a fixed length. All numbers are little-endian:
//!
//! ```text
//! magic                    8 bytes
//! version of loyd          32 bytes, padded by zeros
//! nonce                    32 bytes, new for each connection
//! run, task, folder        u64 each
//! memory                   u64
//! processes, from, to      u32 each
//! threads                  u32
//! secret                   u32: 1 if the process has one, else 0
//! ```

use std::io::{self, Read};

/// The first bytes; they change with the format of anything that is sent.
const MAGIC: &[u8; 8] = b"loydcl02";
/// The length of a hello.
pub(crate) const BYTES: usize = 8 + 32 + NONCE_BYTES + 4 * 8 + 5 * 4;
pub(crate) const NONCE_BYTES: usize = 32;

/// The first message of a process, about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hello {
    pub(crate) version: String,
    pub(crate) nonce: [u8; NONCE_BYTES],
    /// The run number: that of its start, or of the host list.
    pub(crate) run: u64,
    /// The digest of the task.
    pub(crate) task: u64,
    /// The number of the run that is continued; 0 for a new one.
    pub(crate) folder: u64,
    /// The memory limit.
    pub(crate) memory: u64,
    pub(crate) processes: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) threads: u32,
    pub(crate) secret: bool,
}

/// A difference between two processes that were meant to be of one run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// Another version of loyd.
    #[error("it is loyd {there}, and this is {here}: use one version everywhere")]
    Version {
        /// The version of this process.
        here: String,
        /// The version of the other one.
        there: String,
    },
    /// Another run, or another list of hosts.
    #[error("it belongs to another run: start all processes with the same list of hosts")]
    Run,
    /// Another puzzle, metric, start or depth.
    #[error(
        "it counts something else: give all processes the same puzzle, metric, start and depth"
    )]
    Task,
    /// A run in a folder that is continued belongs to another run, or only one of them continues.
    #[error("its folder belongs to another run: begin all processes anew, or continue all of them")]
    Folder,
    /// Another number of processes.
    #[error("it is one of {there} processes, and this is one of {here}")]
    Processes {
        /// The number of this process.
        here: u32,
        /// The number of the other one.
        there: u32,
    },
    /// Another process has this address.
    #[error("it is process {found} instead of {expected}: check the list of hosts")]
    Number {
        /// The number expected there.
        expected: u32,
        /// The number found.
        found: u32,
    },
    /// The number of this process is taken.
    #[error("another process with the number of this one is connected")]
    Taken,
    /// This process has a secret, the other one does not.
    #[error("it has no secret, and this process has one: give all processes the same secret")]
    SecretMissing,
    /// The other process has a secret, this one does not.
    #[error("it has a secret, and this process does not: give all processes the same secret")]
    SecretUnknown,
    /// Both have a secret, and not the same.
    #[error("its secret is not that of this process: give all processes the same secret")]
    SecretDiffers,
}

impl Hello {
    /// Compares the hello of another process with that of this one.
    pub(crate) fn compare(&self, other: &Hello) -> Result<(), Mismatch> {
        if self.version != other.version {
            let (here, there) = (self.version.clone(), other.version.clone());
            return Err(Mismatch::Version { here, there });
        }
        if self.processes != other.processes {
            return Err(Mismatch::Processes { here: self.processes, there: other.processes });
        }
        let same = |equal: bool, mismatch| if equal { Ok(()) } else { Err(mismatch) };
        same(self.task == other.task, Mismatch::Task)?;
        same(self.run == other.run, Mismatch::Run)?;
        same(self.folder == other.folder, Mismatch::Folder)
    }

    /// Says whether only one of two processes has a secret.
    pub(crate) fn compare_secrets(&self, other: &Hello) -> Result<(), Mismatch> {
        match (self.secret, other.secret) {
            (true, false) => Err(Mismatch::SecretMissing),
            (false, true) => Err(Mismatch::SecretUnknown),
            _ => Ok(()),
        }
    }

    pub(crate) fn to_bytes(&self) -> [u8; BYTES] {
        let mut version = self.version.clone().into_bytes();
        version.resize(32, 0);
        let long = [self.run, self.task, self.folder, self.memory].map(u64::to_le_bytes);
        let secret = u32::from(self.secret);
        let short = [self.processes, self.from, self.to, self.threads, secret];
        let parts = [&MAGIC[..], &version, &self.nonce, &long.concat()].concat();
        let mut bytes = [0; BYTES];
        let (head, tail) = bytes.split_at_mut(parts.len());
        head.copy_from_slice(&parts);
        tail.copy_from_slice(&short.map(u32::to_le_bytes).concat());
        bytes
    }

    /// Reads a hello; `None` if the bytes are not a hello.
    pub(crate) fn read(from: &mut impl Read) -> io::Result<Option<Hello>> {
        let mut bytes = [0; BYTES];
        from.read_exact(&mut bytes[..MAGIC.len()])?;
        if bytes[..MAGIC.len()] != MAGIC[..] {
            return Ok(None);
        }
        from.read_exact(&mut bytes[MAGIC.len()..])?;
        Ok(Self::parse(&bytes[MAGIC.len()..]))
    }

    fn parse(bytes: &[u8]) -> Option<Hello> {
        let (version, rest) = bytes.split_at_checked(32)?;
        let length = version.iter().position(|&byte| byte == 0)?;
        let version = String::from_utf8(version[..length].to_vec()).ok()?;
        let (nonce, rest) = rest.split_first_chunk()?;
        let (long, short) = rest.split_at_checked(32)?;
        let mut long =
            long.chunks_exact(8).map_while(|c| c.try_into().ok().map(u64::from_le_bytes));
        let mut short =
            short.chunks_exact(4).map_while(|c| c.try_into().ok().map(u32::from_le_bytes));
        Some(Hello {
            version: version.chars().filter(|c| !c.is_control()).collect(),
            nonce: *nonce,
            run: long.next()?,
            task: long.next()?,
            folder: long.next()?,
            memory: long.next()?,
            processes: short.next()?,
            from: short.next()?,
            to: short.next()?,
            threads: short.next()?,
            secret: match short.next()? {
                0 => false,
                1 => true,
                _ => return None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello() -> Hello {
        Hello {
            version: "1.2.3".into(),
            nonce: [9; NONCE_BYTES],
            run: 1 << 60,
            task: 2,
            folder: 0,
            memory: 8 << 30,
            processes: 3,
            from: 2,
            to: 1,
            threads: 16,
            secret: true,
        }
    }

    #[test]
    fn hellos_are_read_as_they_were_written() {
        let bytes = hello().to_bytes();
        assert_eq!(Hello::read(&mut &bytes[..]).unwrap(), Some(hello()));
        assert!(Hello::read(&mut &bytes[..BYTES - 1]).is_err());
        assert_eq!(Hello::read(&mut &b"GET / HTTP/1.1\r\n"[..]).unwrap(), None);
    }

    #[test]
    fn arbitrary_bytes_do_not_panic() {
        let mut random = 1u64;
        let mut byte = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 56) as u8
        };
        let mut read = 0;
        for _ in 0..2000 {
            let mut bytes = MAGIC.to_vec();
            bytes.resize_with(BYTES, &mut byte);
            // A version that ends somewhere, and no secret.
            bytes[12] = 0;
            bytes[BYTES - 4..].fill(0);
            read += usize::from(Hello::read(&mut &bytes[..]).unwrap().is_some());
        }
        assert!(read > 0 && read < 2000, "{read}");
    }

    #[test]
    fn differences_are_named() {
        let with = |change: fn(&mut Hello)| {
            let mut other = hello();
            change(&mut other);
            hello().compare(&other)
        };
        assert_eq!(with(|_| ()), Ok(()));
        assert_eq!(with(|other| other.run = 5), Err(Mismatch::Run));
        assert_eq!(with(|other| other.task = 5), Err(Mismatch::Task));
        assert_eq!(with(|other| other.folder = 5), Err(Mismatch::Folder));
        let version = with(|other| other.version = "1.2.4".into());
        assert!(matches!(version, Err(Mismatch::Version { .. })));
        let processes = with(|other| other.processes = 4);
        assert_eq!(processes, Err(Mismatch::Processes { here: 3, there: 4 }));
        assert_eq!(with(|other| other.memory = 5), Ok(()));
        let without = Hello { secret: false, ..hello() };
        assert_eq!(hello().compare_secrets(&without), Err(Mismatch::SecretMissing));
        assert_eq!(without.compare_secrets(&hello()), Err(Mismatch::SecretUnknown));
        assert_eq!(without.compare_secrets(&without), Ok(()));
    }
}
