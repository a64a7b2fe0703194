//! What is printed can be read back; what cannot be read says where it is wrong; nothing panics.

use loyd::puzzle::tiles::{
    Direction, Goal, NotationError, Position, Scrambler, Size, Slide, format_moves, parse_goal,
    parse_moves, parse_position, parse_size,
};
use proptest::prelude::*;

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

fn any_size() -> impl Strategy<Value = Size> {
    (1usize..9, 1usize..9).prop_map(|(width, height)| size(width, height))
}

/// The tiles, one separator after each row and another within rows.
fn rows(position: &Position, within: &str, between: &str) -> String {
    let row = |row: &[u16]| row.iter().map(u16::to_string).collect::<Vec<_>>().join(within);
    position.tiles().chunks(position.size().width()).map(row).collect::<Vec<_>>().join(between)
}

fn hexadecimal(position: &Position) -> String {
    let digit = |&tile: &u16| char::from_digit(tile.into(), 16).unwrap();
    position.tiles().iter().map(digit).collect()
}

proptest! {
    #[test]
    fn boards_come_back_in_every_form(size in any_size(), seed: u64) {
        let position = Scrambler::new(seed).position(&Position::blank_last(size));
        let line = position.to_line();
        prop_assert_eq!(parse_position(&line, Some(size)), Ok(position.clone()));
        for (within, between) in
            [(" ", "\n"), (",", ","), (", ", ";"), ("\t", " / "), (" ", "\r\n"), (";", "|")]
        {
            let text = format!("  {}\n", rows(&position, within, between));
            prop_assert_eq!(parse_position(&text, Some(size)), Ok(position.clone()), "{}", text);
        }
        if size.width() == size.height() {
            prop_assert_eq!(parse_position(&line, None), Ok(position.clone()));
        }
        // Rows of equal length tell the size, unless the number of tiles is a square's.
        let square = Size::square(size.cells()).unwrap_or(size);
        if size.width() > 1 && size.height() > 1 && square == size {
            for between in ["\n", " / ", "; ", "|"] {
                let text = rows(&position, " ", between);
                prop_assert_eq!(parse_position(&text, None), Ok(position.clone()), "{}", text);
            }
        }
        if (2..=16).contains(&size.cells()) {
            let digits = hexadecimal(&position);
            prop_assert_eq!(parse_position(&digits, Some(size)), Ok(position.clone()));
            let upper = digits.to_uppercase();
            prop_assert_eq!(parse_position(&upper, Some(size)), Ok(position.clone()));
        }
        let goal = Goal::Board(position.clone());
        prop_assert_eq!(parse_goal(&goal.to_string(), Some(size)), Ok(goal));
        prop_assert_eq!(parse_size(&size.to_string()), Ok(size));
    }

    #[test]
    fn moves_come_back(moves in prop::collection::vec((0usize..4, 1u16..300), 0..40)) {
        let slide = |(direction, count)| Slide { direction: Direction::ALL[direction], count };
        let moves: Vec<Slide> = moves.into_iter().map(slide).collect();
        let text = format_moves(&moves);
        prop_assert_eq!(parse_moves(&text), Ok(moves.clone()));
        prop_assert_eq!(parse_moves(&text.replace(' ', "")), Ok(moves.clone()));
        prop_assert_eq!(parse_moves(&text.to_lowercase().replace(' ', ", ")), Ok(moves));
    }

    /// One token of a good board replaced by a bad one: the error marks it.
    #[test]
    fn the_bad_token_is_marked(
        size in any_size(),
        seed: u64,
        place: usize,
        bad in prop::sample::select(vec!["x", "-1", "1.5", "99999999999999999999999", "65536", "é", "+1"]),
    ) {
        let position = Scrambler::new(seed).position(&Position::blank_last(size));
        let mut tokens: Vec<String> = position.tiles().iter().map(u16::to_string).collect();
        let place = place % tokens.len();
        bad.clone_into(&mut tokens[place]);
        let text = tokens.join(", ");
        let error = parse_position(&text, Some(size)).unwrap_err();
        let begin: usize = tokens[..place].iter().map(|token| token.len() + 2).sum();
        prop_assert_eq!(error.span(), Some(begin..begin + bad.len()), "{}", error);
        prop_assert_eq!(&text[error.span().unwrap()], bad);
        prop_assert!(error.to_string().contains('^'));
    }

    #[test]
    fn a_tile_that_stands_twice_is_marked(size in any_size(), seed: u64, from: usize, to: usize) {
        let position = Scrambler::new(seed).position(&Position::blank_last(size));
        let mut tokens: Vec<String> = position.tiles().iter().map(u16::to_string).collect();
        let (from, to) = (from % tokens.len(), to % tokens.len());
        prop_assume!(from != to);
        tokens[to] = tokens[from].clone();
        let second = from.max(to);
        let error = parse_position(&tokens.join(" "), Some(size)).unwrap_err();
        let begin: usize = tokens[..second].iter().map(|token| token.len() + 1).sum();
        prop_assert_eq!(error.span(), Some(begin..begin + tokens[second].len()), "{}", error);
        let missing = position.tiles()[to].to_string();
        prop_assert!(error.message().ends_with(&format!("tile {missing} is missing")), "{}", error);
    }

    /// Any text at all: a result or an error whose span lies within the text.
    #[test]
    fn no_text_panics(text in "\\PC{0,60}", width in 1usize..20, height in 1usize..20) {
        all_parsers(&text, Some(size(width, height)));
    }

    /// Texts of the right characters in the wrong order get further than arbitrary ones.
    #[test]
    fn no_near_miss_panics(
        text in "[0-9a-fA-FxX×UDLR,;/|+ \t\r\n\u{a0}\u{0}-]{0,80}",
        width in 1usize..6,
        height in 1usize..6,
    ) {
        all_parsers(&text, Some(size(width, height)));
        all_parsers(&text, None);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        all_parsers(&String::from_utf8_lossy(&bytes), None);
    }
}

fn all_parsers(text: &str, size: Option<Size>) {
    let check = |error: Option<NotationError>| {
        if let Some(error) = error {
            assert!(!error.message().is_empty());
            let span = error.span().unwrap_or(0..0);
            assert!(text.get(span).is_some(), "the span lies on characters of the text");
            assert!(error.to_string().lines().count() <= 3 + error.message().lines().count());
        }
    };
    check(parse_position(text, size).err());
    check(parse_goal(text, size).err());
    check(parse_moves(text).err());
    check(parse_size(text).err());
}

/// The message, and what is marked.
fn wrong<T: std::fmt::Debug>(result: Result<T, NotationError>, text: &str) -> (String, String) {
    let error = result.expect_err(text);
    (error.message().to_owned(), error.span().map_or("", |span| &text[span]).to_owned())
}

#[test]
fn wrong_boards_say_what_and_where() {
    let eight = Some(size(3, 3));
    for (text, board, marked, message) in [
        ("", eight, "", "empty"),
        (" , ; \n", None, "", "empty"),
        ("1 2 3 4 5 6 7 8", eight, "", "9 tiles, the blank (0) included; here are 8"),
        ("1 2 3 4 5 6 7 8 0 9 10", eight, "9", "here are 11"),
        ("1 2 3 4 5 6 7 8 9", eight, "9", "tile 9 does not exist"),
        ("1 2 3 4 5 6 7 7 0", eight, "7", "tile 7 stands twice (in places 7 and 8), and tile 8"),
        ("1 2 3 4 -5 6 7 8 0", eight, "-5", "-5 is negative"),
        ("1 2 3 four 5 6 7 8 0", eight, "four", "\"four\" is not a tile number"),
        ("1 2 3 4 5 6 7 8 99999999999999999999", eight, "99999999999999999999", "far too large"),
        ("1 2 3 4 5 0", None, "", "6 tiles do not make a square board"),
        ("12345670a", eight, "a", "tile 10 does not exist"),
        ("0123456789abcdeg", Some(size(4, 4)), "0123456789abcdeg", "is not a tile number"),
        ("1 2 3 4 5 6 7 8 0", Some(size(4, 4)), "", "16 tiles"),
    ] {
        let (found, at) = wrong(parse_position(text, board), text);
        assert!(found.contains(message), "{text:?}: {found}");
        assert_eq!(at, marked, "{text:?}: {found}");
    }
}

#[test]
fn the_mark_stands_below_the_token() {
    let error = parse_position("1 2 3\n4 X5 6\n7 8 0", Some(size(3, 3))).unwrap_err();
    assert_eq!(error.to_string(), "\"X5\" is not a tile number\n  4 X5 6\n    ^^");
    let error = parse_moves("U L2 Q D").unwrap_err();
    let lines: Vec<String> = error.to_string().lines().map(str::to_owned).collect();
    assert_eq!(lines[1..], ["  U L2 Q D", "       ^"]);
}

#[test]
fn wrong_moves_say_what_and_where() {
    for (text, marked) in [
        ("U D X", "X"),
        ("U0", "U0"),
        ("LL99999999999", "L99999999999"),
        ("2U", "2"),
        ("R é", "é"),
        ("up", "p"),
    ] {
        let (_, at) = wrong(parse_moves(text), text);
        assert_eq!(at, marked, "{text:?}");
    }
    assert_eq!(parse_moves("  "), Ok(vec![]));
    assert_eq!(format_moves(&[]), "");
}

#[test]
fn wrong_sizes_say_why() {
    for (text, message) in [
        ("4", "is not a size"),
        ("4x", "is not a size"),
        ("-4x4", "is not a size"),
        ("axb", "is not a size"),
        ("4x4x4", "is not a size"),
        ("0x4", "no cells"),
        ("99999999999999999999999x1", "too large"),
        ("300x300", "too large"),
        ("65536x1", "at most 65535 a side"),
    ] {
        let (found, _) = wrong(parse_size(text), text);
        assert!(found.contains(message), "{text:?}: {found}");
    }
    for text in ["4x3", " 4X3\n", "4×3"] {
        assert_eq!(parse_size(text), Ok(size(4, 3)), "{text:?}");
    }
}

#[test]
fn goals_have_names() {
    for text in ["blank-last", "blank_last", " Blank-Last "] {
        assert_eq!(parse_goal(text, None), Ok(Goal::BlankLast));
    }
    assert_eq!(parse_goal("blank_first", None), Ok(Goal::BlankFirst));
    assert!(wrong(parse_goal("blank-middle", None), "blank-middle").0.contains("blank-last"));
    let goal = parse_goal("8 7 6 5 4 3 2 1 0", None).unwrap();
    assert_eq!(goal.position(size(4, 4)), None);
    assert_eq!(goal.position(size(3, 3)).unwrap().tiles(), [8, 7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(Goal::BlankLast.position(size(3, 1)).unwrap().tiles(), [1, 2, 0]);
    assert_eq!(Goal::BlankFirst.position(size(3, 1)).unwrap().tiles(), [0, 1, 2]);
}
