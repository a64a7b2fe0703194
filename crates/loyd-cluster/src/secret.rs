//! The secret that the processes of a run share, and the proof that a process knows it.
//!
//! The proof is HMAC-SHA256 (RFC 2104) over the side of the process and both hellos, which have the
//! nonces of this connection: a recorded proof fits no other connection. The key is the SHA-256 of
//! the secret. Without a secret the key is that of no bytes, and the proof only shows that the hello
//! was made for this connection.

use crate::hello;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::fmt;
use std::io;

/// The length of a proof, in bytes.
pub(crate) const PROOF_BYTES: usize = 32;
/// The length of the block of SHA-256, which is the length of a key.
const KEY_BYTES: usize = 64;

/// A secret that all processes of a run share.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    key: [u8; KEY_BYTES],
}

/// An unusable secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    /// The secret is empty.
    #[error("the secret is empty")]
    Empty,
    /// There are too many bytes.
    #[error("the secret is longer than {MAX} bytes", MAX = Secret::MAX_BYTES)]
    Long,
}

impl Secret {
    /// Most bytes of a secret.
    pub const MAX_BYTES: usize = 4096;

    /// The secret with these bytes, without the ends of lines after them.
    ///
    /// # Errors
    /// If nothing is left, or too much.
    pub fn new(bytes: &[u8]) -> Result<Self, SecretError> {
        let end = bytes.iter().rposition(|byte| !matches!(byte, b'\r' | b'\n'));
        let bytes = end.map_or(&[][..], |end| &bytes[..=end]);
        match bytes.len() {
            0 => Err(SecretError::Empty),
            1..=Self::MAX_BYTES => Ok(Secret { key: key(bytes) }),
            _ => Err(SecretError::Long),
        }
    }

    /// The text of a new secret, 64 hexadecimal digits.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn random_text() -> io::Result<String> {
        let [first, second] = [random()?, random()?].map(u128::from_le_bytes);
        Ok(format!("{first:032x}{second:032x}"))
    }
}

/// It never shows the key.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secret").finish_non_exhaustive()
    }
}

/// Random bytes of the system.
pub(crate) fn random<const BYTES: usize>() -> io::Result<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

fn key(secret: &[u8]) -> [u8; KEY_BYTES] {
    let mut key = [0; KEY_BYTES];
    key[..PROOF_BYTES].copy_from_slice(&Sha256::digest(secret));
    key
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Connecting,
    Accepting,
}

/// The two hellos of a connection, and the secret by which each side proves that it made its own.
pub(crate) struct Exchange<'a> {
    pub(crate) secret: Option<&'a Secret>,
    pub(crate) connecting: [u8; hello::BYTES],
    pub(crate) accepting: [u8; hello::BYTES],
}

impl Exchange<'_> {
    fn code(&self, side: Side) -> Hmac<Sha256> {
        let key = self.secret.map_or_else(|| key(&[]), |secret| secret.key);
        let side = match side {
            Side::Connecting => b"loyd cluster: connecting",
            Side::Accepting => b"loyd cluster:  accepting",
        };
        let code = Hmac::<Sha256>::new(&key.into());
        code.chain_update(side).chain_update(self.connecting).chain_update(self.accepting)
    }

    pub(crate) fn proof(&self, side: Side) -> [u8; PROOF_BYTES] {
        self.code(side).finalize().into_bytes().into()
    }

    /// Returns whether a proof is that of a side; the time says nothing about the right one.
    pub(crate) fn is_proven(&self, side: Side, proof: &[u8; PROOF_BYTES]) -> bool {
        self.code(side).verify_slice(proof).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_newlines_are_ignored_and_empty_secrets_refused() {
        let secret = Secret::new(b"secret").unwrap();
        assert_eq!(Secret::new(b"secret\r\n"), Ok(secret.clone()));
        assert_ne!(Secret::new(b" secret").unwrap(), secret);
        assert_eq!(Secret::new(b"\n"), Err(SecretError::Empty));
        assert_eq!(Secret::new(&[7; Secret::MAX_BYTES + 1]), Err(SecretError::Long));
        assert_eq!(format!("{secret:?}"), "Secret { .. }");
    }

    #[test]
    fn random_secrets_differ() {
        let text = Secret::random_text().unwrap();
        assert_eq!(text.len(), 64);
        assert_ne!(text, Secret::random_text().unwrap());
        assert!(Secret::new(text.as_bytes()).is_ok());
    }

    #[test]
    fn a_proof_fits_one_side_one_secret_and_one_pair_of_hellos() {
        let (one, other) = (Secret::new(b"one").unwrap(), Secret::new(b"other").unwrap());
        let exchange = |secret| Exchange {
            secret,
            connecting: [1; hello::BYTES],
            accepting: [2; hello::BYTES],
        };
        let proof_input = exchange(Some(&one));
        let proof = proof_input.proof(Side::Connecting);
        assert!(proof_input.is_proven(Side::Connecting, &proof));
        assert!(!proof_input.is_proven(Side::Accepting, &proof));
        assert!(!exchange(Some(&other)).is_proven(Side::Connecting, &proof));
        assert!(!exchange(None).is_proven(Side::Connecting, &proof));
        let later = Exchange { accepting: [3; hello::BYTES], ..exchange(Some(&one)) };
        assert!(!later.is_proven(Side::Connecting, &proof));
    }
}
