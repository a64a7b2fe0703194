//! Every way in which stickers and moves can be wrong.

use loyd_cube::cube3::{Cube3, InvalidCube, PieceFault, ThreeByThree, parse_cube, parse_turns};
use loyd_cube::{Corner, Edge, Face, Problem, Scrambler, Stickers};
use loyd_search::puzzle::Puzzle;
use proptest::prelude::*;

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

/// Stickers of some pieces, written down from a drawing of the net.
const URF: [usize; 3] = [8, 9, 20];
const UFL: [usize; 3] = [6, 18, 38];
const UBR: [usize; 3] = [2, 45, 11];
const UR: [usize; 2] = [5, 10];
const UF: [usize; 2] = [7, 19];
const UB: [usize; 2] = [1, 46];

fn with_change(text: &str, change: impl FnOnce(&mut Vec<char>)) -> String {
    let mut stickers: Vec<char> = text.chars().collect();
    change(&mut stickers);
    stickers.into_iter().collect()
}

fn write_letters(places: &[usize], colours: &str) -> impl Fn(&mut Vec<char>) {
    let (places, colours) = (places.to_vec(), colours.to_owned());
    move |stickers| places.iter().zip(colours.chars()).for_each(|(&at, c)| stickers[at] = c)
}

/// The letters of faces as colours that name none.
fn painted(text: &str) -> String {
    text.chars().map(|c| "WRGYOB".as_bytes()["URFDLB".find(c).unwrap_or(0)] as char).collect()
}

fn error(text: &str) -> InvalidCube {
    parse_cube(text).expect_err("not a cube")
}

#[test]
fn faces_in_other_orders_are_recognized() {
    let cube = Cube3::SOLVED.after(&parse_turns("R U2 F' L D B2 R' U").expect("turns"));
    let stickers = cube.to_string();
    let in_order = |order: &str| -> String {
        order
            .chars()
            .map(|face| &stickers[9 * "URFDLB".find(face).expect("a face")..][..9])
            .collect()
    };
    for order in ["URFDLB", "ULFRBD", "UFRBLD", "FRBLUD", "UDLRFB", "UDFBLR"] {
        assert_eq!(parse_cube(&in_order(order)), Ok(cube), "{order}");
        assert_eq!(parse_cube(&painted(&in_order(order))), Ok(cube), "{order} in colours");
    }
    // The centres name the order of letters; colours in an order that is not tried are refused.
    assert_eq!(parse_cube(&in_order("DBLURF")), Ok(cube));
    assert!(parse_cube(&painted(&in_order("DBLURF"))).is_err());
}

#[test]
fn messages_name_colours() {
    let text = painted(&with_change(SOLVED, |s| s[0] = 'B'));
    let message = |text: &str| ThreeByThree::parse(text, None).expect_err("no cube").to_string();
    let why = message(&text);
    assert!(why.contains("the colour blue (B) is on 10 stickers"), "{why}");
    let why = message(&with_change(SOLVED, |s| s[0] = 'B'));
    assert!(why.contains("the colour B is on 10 stickers"), "{why}");
}

#[test]
fn wrong_lengths_letters_counts_and_centres() {
    assert_eq!(error(""), InvalidCube::Length { side: 3, found: 0 });
    assert_eq!(error(&SOLVED[1..]), InvalidCube::Length { side: 3, found: 53 });
    assert_eq!(error(&format!("{SOLVED}U")), InvalidCube::Length { side: 3, found: 55 });
    let large = Cube3::try_from(&Stickers::solved(2));
    assert_eq!(large, Err(InvalidCube::Length { side: 3, found: 24 }));
    let digit = SOLVED.replacen('D', "5", 1);
    assert_eq!(error(&digit), InvalidCube::NotALetter { found: '5', sticker: 28 });
    let five = InvalidCube::Colours { colours: "WRGYO".chars().collect() };
    assert_eq!(error(&painted(SOLVED).replace('B', "O")), five);
    assert_eq!(five.to_string(), "5 different colours, but a cube has six: W R G Y O");
    let seven = InvalidCube::Colours { colours: "XURFDLB".chars().collect() };
    assert_eq!(error(&with_change(SOLVED, |s| s[0] = 'X')), seven);
    let text = with_change(SOLVED, |s| s[0] = 'R');
    assert_eq!(error(&text), InvalidCube::Count { side: 3, colour: 'R', found: 10 });
    assert_eq!(error(&painted(&text)), InvalidCube::Count { side: 3, colour: 'R', found: 10 });
    let text = with_change(SOLVED, |s| s.swap(4, 9));
    let same = InvalidCube::SameCentre { colour: 'R', first: Face::U, second: Face::R };
    assert_eq!(error(&text), same);
    assert_eq!(same.to_string(), "the centres of U and R are both R");
}

#[test]
fn impossible_pieces() {
    let corner = |place, colours, fault| InvalidCube::Corner { place, colours, fault };
    let text = with_change(SOLVED, |s| s.swap(URF[1], URF[2]));
    assert_eq!(error(&text), corner(Corner::URF, ['U', 'F', 'R'], PieceFault::Mirrored));
    let text = with_change(SOLVED, |s| s.swap(URF[1], UFL[1]));
    let fault = PieceFault::SameColour('F');
    assert_eq!(error(&text), corner(Corner::URF, ['U', 'F', 'F'], fault));
    let text = with_change(SOLVED, |s| s.swap(URF[0], UFL[2]));
    let fault = PieceFault::Opposite('L', 'R');
    assert_eq!(error(&text), corner(Corner::URF, ['L', 'R', 'F'], fault));
    let message = "the corner URF shows L R F: L and R are opposite and never meet";
    assert_eq!(error(&text).to_string(), message);
    let edge = |place, colours, fault| InvalidCube::Edge { place, colours, fault };
    let text = with_change(SOLVED, |s| s.swap(UR[0], 12));
    assert_eq!(error(&text), edge(Edge::UR, ['R', 'R'], PieceFault::SameColour('R')));
    let text = with_change(SOLVED, |s| s.swap(UR[1], 30));
    assert_eq!(error(&text), edge(Edge::UR, ['U', 'D'], PieceFault::Opposite('U', 'D')));
}

/// Two edges with the colours of two others among them, so that every count stays right.
#[test]
fn duplicate_pieces_are_refused() {
    let text = with_change(SOLVED, |s| {
        write_letters(&UF, "UR")(s);
        // F was lost and R gained; the other way round on two more edges.
        write_letters(&[23, 12], "FF")(s);
    });
    assert!(matches!(error(&text), InvalidCube::Edge { place: Edge::FR, .. }));
    let text = with_change(SOLVED, |s| {
        write_letters(&UR, "UF")(s);
        write_letters(&[32, 16], "DF")(s);
        write_letters(&UF, "UF")(s);
        write_letters(&[28, 25], "DR")(s);
        write_letters(&[30, 43], "DR")(s);
        write_letters(&[21, 41], "FL")(s);
        s[41] = 'L';
        s[43] = 'R';
        s[39] = 'R';
    });
    assert!(parse_cube(&text).is_err());
    // UFL and UBR have together the colours of URF and ULB.
    let text = with_change(SOLVED, |s| {
        write_letters(&UFL, "FUR")(s);
        write_letters(&UBR, "ULB")(s);
    });
    let (first, second) = (Corner::URF, Corner::UFL);
    let same = InvalidCube::SameCorner { colours: ['U', 'R', 'F'], first, second };
    assert_eq!(error(&text), same);
    assert_eq!(same.to_string(), "the same corner (U R F) is at URF and at UFL");
    // UF and DR have together the colours of UR and DF.
    let text = with_change(SOLVED, |s| {
        write_letters(&UF, "UR")(s);
        write_letters(&[32, 16], "DF")(s);
    });
    let (first, second) = (Edge::UR, Edge::UF);
    let same = InvalidCube::SameEdge { colours: ['U', 'R'], first, second };
    assert_eq!(error(&text), same);
    let text = painted(&text);
    assert!(matches!(error(&text), InvalidCube::SameEdge { colours: ['W', 'R'], .. }));
}

#[test]
fn messages_give_advice() {
    let twisted = with_change(SOLVED, |s| write_letters(&URF, "FUR")(s));
    let message = error(&twisted).to_string();
    assert!(message.contains("sum to 1") && message.contains("counterclockwise"), "{message}");
    let flipped = with_change(SOLVED, |s| write_letters(&UR, "RU")(s));
    assert_eq!(error(&flipped), InvalidCube::Flipped { flipped: 1 });
    assert!(error(&flipped).to_string().contains("an edge is flipped"));
    let exchanged = with_change(SOLVED, |s| {
        write_letters(&UF, "UB")(s);
        write_letters(&UB, "UF")(s);
    });
    assert_eq!(error(&exchanged), InvalidCube::Parity { odd_corners: false });
    assert!(error(&exchanged).to_string().contains("two pieces are exchanged"));
    let exchanged = with_change(SOLVED, |s| {
        write_letters(&URF, "UFL")(s);
        write_letters(&UFL, "URF")(s);
    });
    assert_eq!(error(&exchanged), InvalidCube::Parity { odd_corners: true });
}

/// Texts that are neither stickers nor moves of this cube, each with its message.
#[test]
fn other_texts_are_refused() {
    let wrong = [
        ("", "there is nothing to read"),
        (" \n\t", "there is nothing to read"),
        ("Q", "is not a move"),
        ("R Q", "is not a move"),
        ("R U X2", "is not a move"),
        ("R''", "is not a move"),
        ("R4", "is not a move"),
        ("R22", "is not a move"),
        ("R2 3", "is not a move"),
        ("2R", "is not a move"),
        ("3", "is not a move"),
        ("'", "is not a move"),
        ("R U' w", "is not a move"),
        ("xw", "is not a move"),
        ("Mw", "is not a move"),
        ("m'", "is not a move"),
        ("e2", "is not a move"),
        ("X'", "is not a move"),
        ("R/U'", "is not a move"),
        ("R- U'", "is not a move"),
        ("R+ U", "is not a move"),
        ("R! U", "is not a move"),
        ("[R, U']", "is not a move"),
        ("{R}", "is not a move"),
        ("ü'", "is not a move"),
        ("R² U", "is not a move"),
        ("١", "is not a move"),
        ("(R U", "is not closed"),
        ("((R U)", "is not closed"),
        ("R U)", "was not opened"),
        (")(", "was not opened"),
        ("(R U)0", "does not close a group"),
        ("(R U)''", "does not close a group"),
        ("(R U)2'3'", "does not close a group"),
        ("(R U)99999999999999999999", "does not close a group"),
        ("((((R U)99)99)99)99", "makes more than"),
        ("U1000", "is not a move"),
        ("RUF", "3 stickers"),
        ("URFDLB", "6 stickers"),
        ("UUURRR FFFDDD LLLBBB", "18 stickers"),
        ("WWWWWWWWW", "9 stickers"),
        ("hello world", "10 stickers"),
        ("UUUU RRRR FFFF DDDD LLLL BBBB", "24 stickers"),
        ("solve", "5 stickers"),
        ("solvedd", "7 stickers"),
        ("Rubik", "5 stickers"),
    ];
    for (text, reason) in wrong {
        let error = ThreeByThree::parse(text, None).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let others = [
        SOLVED.replace('U', "*"),
        SOLVED.replace('U', "é1"),
        SOLVED.replace('U', "R"),
        SOLVED.replace('B', "L"),
        SOLVED.repeat(2),
        with_change(SOLVED, |s| s.rotate_left(1)),
        with_change(SOLVED, |s| s.swap(0, 53)),
        with_change(SOLVED, |s| s[22] = 'U'),
        "U".repeat(54),
        "URFDLB".repeat(9),
        painted(SOLVED).replace('W', "Y"),
        "R ".repeat(10_001),
    ];
    for text in others {
        assert!(ThreeByThree::parse(&text, None).is_err(), "{text}");
    }
    let shape = ThreeByThree::parse(SOLVED, Some("3x3")).expect_err("of tiles");
    assert!(shape.to_string().contains("its only shape is cube3"));
    let moves = parse_turns("R U\nF Q2' U").expect_err("no move");
    assert_eq!((moves.line, moves.column, moves.problem), (2, 3, Problem::UnknownMove));
}

proptest! {
    #[test]
    fn twisted_pieces_are_detected(seed: u64, place in 0usize..8, twice: bool) {
        let cube = Scrambler::new(seed).cube3().to_string();
        let twist = |text: &str| with_change(text, |s| {
            let [a, b, c] = [URF, UFL, [0, 36, 47], UBR, [29, 26, 15], [27, 44, 24],
                [33, 53, 42], [35, 17, 51]][place];
            (s[b], s[c], s[a]) = (s[a], s[b], s[c]);
        });
        let once = twist(&cube);
        let text = if twice { twist(&once) } else { once };
        for text in [painted(&text), text] {
            let Err(InvalidCube::Twisted { sum }) = parse_cube(&text) else {
                panic!("{text} is accepted");
            };
            prop_assert_ne!(sum % 3, 0);
        }
        let flip = |text: &str, [a, b]: [usize; 2]| with_change(text, |s| s.swap(a, b));
        let flipped = flip(&cube, UF);
        let one = matches!(parse_cube(&flipped), Err(InvalidCube::Flipped { .. }));
        prop_assert!(one);
        prop_assert!(parse_cube(&flip(&flipped, UB)).is_ok());
    }

    #[test]
    fn no_stickers_make_the_parser_panic(text in "[URFDLB]{54}") {
        let _ = parse_cube(&text);
    }

    /// The right letters in any order: counts are right, and the error comes later.
    #[test]
    fn no_stickers_in_disorder_make_the_parser_panic(
        stickers in Just(SOLVED.chars().collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let text: String = stickers.into_iter().collect();
        let _ = parse_cube(&text);
    }
}
