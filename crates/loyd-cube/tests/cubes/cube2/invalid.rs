//! Every way in which stickers can be wrong.

use loyd_cube::cube2::{Cube2, InvalidCube, PieceFault, parse_cube};
use loyd_cube::{Corner, Scrambler, Stickers};
use proptest::prelude::*;

const SOLVED: &str = "UUUURRRRFFFFDDDDLLLLBBBB";

/// Stickers of each corner, clockwise, written down from a drawing of the net.
const CORNERS: [[usize; 3]; 8] = [
    [3, 4, 9],
    [2, 8, 17],
    [0, 16, 21],
    [1, 20, 5],
    [13, 11, 6],
    [12, 19, 10],
    [14, 23, 18],
    [15, 7, 22],
];

fn with_change(text: &str, change: impl FnOnce(&mut Vec<char>)) -> String {
    let mut stickers: Vec<char> = text.chars().collect();
    change(&mut stickers);
    stickers.into_iter().collect()
}

/// One corner twisted clockwise.
fn twisted(text: &str, corner: usize) -> String {
    let [a, b, c] = CORNERS[corner];
    with_change(text, |s| (s[b], s[c], s[a]) = (s[a], s[b], s[c]))
}

/// One corner as in a mirror.
fn mirrored(text: &str, corner: usize) -> String {
    let [_, b, c] = CORNERS[corner];
    with_change(text, |s| s.swap(b, c))
}

/// The letters of faces as colours that name none.
fn painted(text: &str) -> String {
    text.chars().map(|c| "WRGYOB".as_bytes()["URFDLB".find(c).unwrap_or(0)] as char).collect()
}

fn error(text: &str) -> InvalidCube {
    parse_cube(text).expect_err("not a cube")
}

#[test]
fn wrong_lengths_and_letters() {
    assert_eq!(error(""), InvalidCube::Length { side: 2, found: 0 });
    assert_eq!(error(&SOLVED[1..]), InvalidCube::Length { side: 2, found: 23 });
    assert_eq!(
        error(&SOLVED.replace('D', "5")),
        InvalidCube::NotALetter { found: '5', sticker: 13 }
    );
    let five = InvalidCube::Colours { colours: "WRGYO".chars().collect() };
    assert_eq!(error(&painted(SOLVED).replace('B', "O")), five);
    assert_eq!(five.to_string(), "5 different colours, but a cube has six: W R G Y O");
    // Stickers of a larger cube.
    let large = Cube2::try_from(&Stickers::solved(3));
    assert_eq!(large, Err(InvalidCube::Length { side: 2, found: 54 }));
}

#[test]
fn wrong_counts() {
    let text = with_change(SOLVED, |s| s[0] = 'R');
    assert_eq!(error(&text), InvalidCube::Count { side: 2, colour: 'U', found: 3 });
    assert_eq!(
        error(&SOLVED.replace('B', "L")),
        InvalidCube::Count { side: 2, colour: 'L', found: 8 }
    );
    assert_eq!(error(&painted(&text)), InvalidCube::Count { side: 2, colour: 'R', found: 5 });
}

#[test]
fn impossible_corners() {
    // The R of URF and the L of UFL: both corners become mirror images of pieces.
    let text = with_change(SOLVED, |s| s.swap(4, 17));
    let opposite = |place, colours, fault| InvalidCube::Corner { place, colours, fault };
    let fault = PieceFault::Mirrored;
    assert_eq!(error(&text), opposite(Corner::URF, ['U', 'L', 'F'], fault));
    let text = with_change(SOLVED, |s| s.swap(3, 10));
    let fault = PieceFault::SameColour('F');
    assert_eq!(error(&text), opposite(Corner::URF, ['F', 'R', 'F'], fault));
    let text = with_change(SOLVED, |s| s.swap(3, 19));
    let fault = PieceFault::Opposite('L', 'R');
    assert_eq!(error(&text), opposite(Corner::URF, ['L', 'R', 'F'], fault));
    let message = "the corner URF shows L R F: L and R are opposite and never meet";
    assert_eq!(error(&text).to_string(), message);
    // With other colours the corners say which are opposite, and now red and orange meet.
    let meets = "ORGYB".chars().collect();
    let text = with_change(&painted(SOLVED), |s| s.swap(3, 19));
    assert_eq!(error(&text), InvalidCube::NoOpposite { colour: 'W', meets });
}

/// URF and ULB have together the colours of UFL and UBR, so every count stays right.
#[test]
fn duplicate_corners_are_refused() {
    let write = |s: &mut Vec<char>, corner: usize, colours: &str| {
        CORNERS[corner].into_iter().zip(colours.chars()).for_each(|(at, colour)| s[at] = colour);
    };
    let text = with_change(SOLVED, |s| {
        write(s, 1, "FUR");
        write(s, 3, "ULB");
    });
    let (first, second) = (Corner::URF, Corner::UFL);
    let same = |colours| InvalidCube::SameCorner { colours, first, second };
    assert_eq!(error(&text), same(['U', 'R', 'F']));
    assert_eq!(error(&painted(&text)), same(['W', 'R', 'G']));
    let message = "the same corner (U R F) is at URF and at UFL";
    assert_eq!(error(&text).to_string(), message);
}

proptest! {
    #[test]
    fn twisted_corners_are_detected(seed: u64, corner in 0usize..8, twice: bool) {
        let cube = Scrambler::new(seed).cube2().to_string();
        let once = twisted(&cube, corner);
        let text = if twice { twisted(&once, corner) } else { once };
        for text in [painted(&text), text] {
            let Err(InvalidCube::Twisted { sum }) = parse_cube(&text) else {
                panic!("{text} is accepted");
            };
            prop_assert_ne!(sum % 3, 0);
        }
        // Two corners twisted against each other are a cube again.
        let pair = twisted(&twisted(&twisted(&cube, corner), (corner + 1) % 8), (corner + 1) % 8);
        prop_assert!(parse_cube(&pair).is_ok());
    }

    #[test]
    fn mirrored_corners_are_detected(seed: u64, corner in 0usize..8) {
        let text = mirrored(&Scrambler::new(seed).cube2().to_string(), corner);
        for text in [painted(&text), text] {
            let Err(InvalidCube::Corner { place, fault, .. }) = parse_cube(&text) else {
                panic!("{text} is accepted");
            };
            prop_assert_eq!((place, fault), (Corner::ALL[corner], PieceFault::Mirrored));
        }
    }

    /// A cube in a mirror has another colour scheme: wrong as faces, right as colours.
    #[test]
    fn mirrored_colour_schemes_are_accepted(seed: u64) {
        let cube = Scrambler::new(seed).cube2().to_string();
        let swap = |c| match c { 'R' => 'L', 'L' => 'R', c => c };
        let all: String = cube.chars().map(swap).collect();
        let all_mirrored = matches!(
            parse_cube(&all),
            Err(InvalidCube::Corner { place: Corner::URF, fault: PieceFault::Mirrored, .. })
        );
        prop_assert!(all_mirrored);
        prop_assert_eq!(parse_cube(&painted(&all)), parse_cube(&cube));
    }
}

#[test]
fn messages_give_advice() {
    let message = error(&twisted(SOLVED, 0)).to_string();
    assert!(message.contains("sum to 1") && message.contains("counterclockwise"), "{message}");
}
