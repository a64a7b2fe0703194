//! The names of files in a folder of loyd. A [`FileName`] is one of the names of a format, so no
//! name that was read from a file can lead out of the folder.

use std::borrow::Cow;
use std::fmt;

/// The plain name of a file in a folder of loyd.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FileName(Cow<'static, str>);

impl FileName {
    /// A name that is the same in every folder.
    ///
    /// # Panics
    /// If it is not plain; for a constant, at compile time.
    #[must_use]
    pub const fn fixed(name: &'static str) -> Self {
        assert!(is_plain(name.as_bytes()), "letters, digits, '-' and '.' only");
        Self(Cow::Borrowed(name))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name of the file while it is incomplete.
    #[must_use]
    pub fn unfinished(&self) -> Self {
        Self(Cow::Owned(format!("{}.new", self.0)))
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Letters, digits, hyphens and dots, beginning with a letter.
const fn is_plain(name: &[u8]) -> bool {
    let mut at = 0;
    while at < name.len() {
        let byte = name[at];
        if !byte.is_ascii_alphanumeric() && byte != b'-' && byte != b'.' {
            return false;
        }
        at += 1;
    }
    !name.is_empty() && name[0].is_ascii_alphabetic()
}

/// A family of names: `PREFIX` 0035-1 `SUFFIX`, with one number or two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbered {
    prefix: &'static str,
    /// The minimum number of digits of each number.
    digits: &'static [usize],
    suffix: &'static str,
}

impl Numbered {
    pub(crate) const fn new(
        prefix: &'static str,
        digits: &'static [usize],
        suffix: &'static str,
    ) -> Self {
        assert!(is_plain(prefix.as_bytes()) && !digits.is_empty());
        assert!(suffix.is_empty() || suffix.as_bytes()[0] == b'.');
        Self { prefix, digits, suffix }
    }

    pub(crate) fn name(&self, numbers: &[u32]) -> FileName {
        FileName(Cow::Owned(self.text(numbers)))
    }

    fn text(&self, numbers: &[u32]) -> String {
        let padded = numbers.iter().zip(self.digits);
        let padded: Vec<String> = padded.map(|(n, &digits)| format!("{n:0digits$}")).collect();
        format!("{}{}{}", self.prefix, padded.join("-"), self.suffix)
    }

    /// Parses a name of this family, which must be written as by [`name`](Self::name); returns its
    /// numbers.
    pub(crate) fn numbers(&self, name: &str) -> Option<Vec<u32>> {
        let middle = name.strip_prefix(self.prefix)?.strip_suffix(self.suffix)?;
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok())?
        };
        let numbers: Vec<u32> = middle.split('-').map(number).collect::<Option<_>>()?;
        (numbers.len() == self.digits.len() && self.text(&numbers) == name).then_some(numbers)
    }

    /// Parses a name of this family.
    pub(crate) fn parse(&self, name: &str) -> Option<FileName> {
        self.numbers(name).map(|numbers| self.name(&numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: Numbered = Numbered::new("level-", &[4, 1], ".ball");

    #[test]
    fn names_of_a_family_are_read_as_they_are_written() {
        for numbers in [[0, 0], [42, 7], [12_345, 0], [u32::MAX, u32::MAX]] {
            let name = LEVELS.name(&numbers);
            assert_eq!(LEVELS.numbers(name.as_str()), Some(numbers.to_vec()), "{name}");
            assert_eq!(LEVELS.parse(name.as_str()), Some(name));
        }
        assert_eq!(LEVELS.name(&[42, 7]).unfinished().as_str(), "level-0042-7.ball.new");
    }

    #[test]
    fn other_names_are_of_no_family() {
        let bad = [
            "",
            ".",
            "..",
            "/",
            "level-",
            "level-0042.ball",
            "level-0042-7",
            "level-42-7.ball",
            "level-0042-07.ball",
            "level-0042-7.ball.new",
            "../level-0042-7.ball",
            "level-0042-7.ball/",
            "/level-0042-7.ball",
            "level-0042-7-1.ball",
            "level-+042-7.ball",
            "level-0042--7.ball",
            "level-0042-99999999999.ball",
            "level-0042-7.ball\0",
            "level-0042-/../7.ball",
            "Level-0042-7.ball",
            "level-0042-7.ball ",
            "level-٠٠٤٢-7.ball",
        ];
        for name in bad {
            assert_eq!(LEVELS.parse(name), None, "{name:?}");
        }
    }

    #[test]
    fn fixed_names_are_plain() {
        assert!(is_plain(b"run.json") && is_plain(b"lock"));
        for bad in ["", ".", "..", "a/b", "/a", "a\\b", ".a", "-a", "a b", "a:b", "ä"] {
            assert!(!is_plain(bad.as_bytes()), "{bad}");
        }
    }
}
