//! The effect of a vertical move on Lehmer digits.
//!
//! Moving the blank between cells k and k+w takes one tile past w−1 others: it rotates the sequence
//! elements k … k+w−1, a chain of exchanges of neighbours. An exchange of elements j and j+1 with
//! digits (a, b) gives, for any other digits,
//!
//! ```text
//! a <= b:  (b+1, a)        a > b:  (b, a-1)
//! ```
//!
//! and leaves all other digits unchanged.

/// The direction in which the tile passes the others, seen from a target state to its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The target has the blank below (cell k+w), the source above (cell k): the first element
    /// moves to the end.
    FromAbove,
    /// The target has the blank above (cell k), the source below (cell k+w): the last element moves
    /// to the front.
    FromBelow,
}

/// Exchanges two neighbouring elements, given and returned as digits. The exchange is its own
/// inverse.
#[must_use]
pub fn exchange(a: u8, b: u8) -> (u8, u8) {
    if a <= b { (b + 1, a) } else { (b, a - 1) }
}

/// Replaces the digits of a target state's rotated elements by those of its source.
pub fn rotate(digits: &mut [u8], direction: Direction) {
    let steps = digits.len().saturating_sub(1);
    for step in 0..steps {
        let j = match direction {
            Direction::FromAbove => step,
            Direction::FromBelow => steps - 1 - step,
        };
        (digits[j], digits[j + 1]) = exchange(digits[j], digits[j + 1]);
    }
}

/// Splits a number into digits of falling radix, the first digit least significant.
pub fn split(mut number: usize, first_radix: usize, digits: &mut [u8]) {
    for (i, digit) in digits.iter_mut().enumerate() {
        let radix = first_radix - i;
        *digit = (number % radix) as u8;
        number /= radix;
    }
}

/// The inverse of [`split`].
#[must_use]
pub fn join(first_radix: usize, digits: &[u8]) -> usize {
    let radices = (0..digits.len()).map(|i| first_radix - i);
    digits
        .iter()
        .zip(radices)
        .rev()
        .fold(0, |number, (&digit, radix)| number * radix + usize::from(digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lehmer(sequence: &[u8]) -> Vec<u8> {
        let later = |j: usize| &sequence[j + 1..];
        (0..sequence.len())
            .map(|j| later(j).iter().filter(|&&x| x < sequence[j]).count() as u8)
            .collect()
    }

    fn permutations(n: u8) -> Vec<Vec<u8>> {
        if n == 0 {
            return vec![vec![]];
        }
        let shorter = permutations(n - 1);
        let insert = |at: usize| {
            shorter.iter().map(move |p| {
                let mut p = p.clone();
                p.insert(at, n - 1);
                p
            })
        };
        (0..usize::from(n)).flat_map(insert).collect()
    }

    #[test]
    fn rotating_digits_equals_rotating_the_sequence() {
        for n in 2..=6u8 {
            for sequence in permutations(n) {
                for w in 2..=usize::from(n) {
                    for k in 0..=usize::from(n) - w {
                        for direction in [Direction::FromAbove, Direction::FromBelow] {
                            let mut source = sequence.clone();
                            match direction {
                                Direction::FromAbove => source[k..k + w].rotate_left(1),
                                Direction::FromBelow => source[k..k + w].rotate_right(1),
                            }
                            let mut digits = lehmer(&sequence);
                            rotate(&mut digits[k..k + w], direction);
                            assert_eq!(
                                digits,
                                lehmer(&source),
                                "{sequence:?} {k} {w} {direction:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn join_inverts_split() {
        for number in 0..7 * 6 * 5 {
            let mut digits = [0; 3];
            split(number, 7, &mut digits);
            assert_eq!(join(7, &digits), number);
        }
    }
}
