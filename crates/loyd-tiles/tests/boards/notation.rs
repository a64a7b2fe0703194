//! Printed text can be parsed again; errors say where the text is wrong; nothing panics.

use loyd_tiles::{
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

fn with_blank(position: &Position, blank: &str, between: &str) -> String {
    let tile = |&tile: &u16| if tile == 0 { blank.to_owned() } else { tile.to_string() };
    position.tiles().iter().map(tile).collect::<Vec<_>>().join(between)
}

fn json(position: &Position) -> String {
    format!("[{}]", position.to_line().replace(' ', ","))
}

fn nested(position: &Position) -> String {
    format!("[[{}]]", rows(position, ",", "],["))
}

fn hexadecimal_rows(position: &Position, between: &str) -> String {
    let digits: Vec<char> = hexadecimal(position).chars().collect();
    let rows = digits.chunks(position.size().width()).map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join(between)
}

fn hexadecimal(position: &Position) -> String {
    let digit = |&tile: &u16| char::from_digit(tile.into(), 16).unwrap();
    position.tiles().iter().map(digit).collect()
}

proptest! {
    #[test]
    fn boards_round_trip_in_every_form(size in any_size(), seed: u64) {
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
        // Rows give the size, even where the number of tiles would fit a square.
        if size.width() > 1 && size.height() > 1 {
            for (within, between) in
                [(" ", "\n"), (" ", " / "), (" ", "; "), (" ", "|"), (";", "/"), ("|", "\n"), (",", ",\n")]
            {
                let text = rows(&position, within, between);
                prop_assert_eq!(parse_position(&text, None), Ok(position.clone()), "{}", text);
            }
            let drawn = format!("| {} |", rows(&position, " | ", " |\n| "));
            prop_assert_eq!(parse_position(&drawn, None), Ok(position.clone()), "{}", drawn);
            prop_assert_eq!(parse_position(&position.to_string(), None), Ok(position.clone()));
        }
        prop_assert_eq!(parse_position(&position.to_string(), Some(size)), Ok(position.clone()));
        for text in [json(&position), nested(&position), nested(&position).replace(',', ", \n ")] {
            prop_assert_eq!(parse_position(&text, Some(size)), Ok(position.clone()), "{}", text);
            let null = text.replace("[0", "[null").replace(",0", ",null").replace(" 0", " null");
            prop_assert_eq!(parse_position(&null, Some(size)), Ok(position.clone()), "{}", null);
        }
        prop_assert_eq!(parse_position(&nested(&position), None), Ok(position.clone()));
        for blank in ["_", ".", "·", "x", "X", "-"] {
            let text = with_blank(&position, blank, " ");
            prop_assert_eq!(parse_position(&text, Some(size)), Ok(position.clone()), "{}", text);
            // A minus sign followed by digits alone would be a negative number.
            let compact = with_blank(&position, blank, "");
            if (2..=10).contains(&size.cells()) && !compact.starts_with('-') {
                prop_assert_eq!(parse_position(&compact, Some(size)), Ok(position.clone()), "{}", compact);
            }
        }
        if (2..=16).contains(&size.cells()) {
            let digits = hexadecimal(&position);
            prop_assert_eq!(parse_position(&digits, Some(size)), Ok(position.clone()));
            let upper = digits.to_uppercase();
            prop_assert_eq!(parse_position(&upper, Some(size)), Ok(position.clone()));
            if size.width() > 1 && size.height() > 1 {
                for between in ["\n", "/", " / ", ";", "|"] {
                    let text = hexadecimal_rows(&position, between);
                    prop_assert_eq!(parse_position(&text, None), Ok(position.clone()), "{}", text);
                    prop_assert_eq!(parse_position(&text, Some(size)), Ok(position.clone()), "{}", text);
                }
                let text = hexadecimal_rows(&position, " ");
                prop_assert_eq!(parse_position(&text, Some(size)), Ok(position.clone()), "{}", text);
            }
        }
        let goal = Goal::Board(position.clone());
        prop_assert_eq!(parse_goal(&goal.to_string(), Some(size)), Ok(goal));
        prop_assert_eq!(parse_size(&size.to_string()), Ok(size));
    }

    #[test]
    fn moves_round_trip(moves in prop::collection::vec((0usize..4, 1u16..300), 0..40)) {
        let slide = |(direction, count)| Slide { direction: Direction::ALL[direction], count };
        let moves: Vec<Slide> = moves.into_iter().map(slide).collect();
        let text = format_moves(&moves);
        prop_assert_eq!(parse_moves(&text), Ok(moves.clone()));
        prop_assert_eq!(parse_moves(&text.replace(' ', "")), Ok(moves.clone()));
        prop_assert_eq!(parse_moves(&text.to_lowercase().replace(' ', ", ")), Ok(moves));
    }

    /// One token of a valid board is replaced by an invalid one: the error marks it.
    #[test]
    fn the_bad_token_is_marked(
        size in any_size(),
        seed: u64,
        place: usize,
        bad in prop::sample::select(vec!["y", "-1", "1.5", "99999999999999999999999", "65536", "é", "+1"]),
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
        let expected = match position.tiles()[to] {
            0 => "; the blank (0) is missing".to_owned(),
            missing => format!("tile {missing} is missing"),
        };
        prop_assert!(error.message().contains(&expected), "{}", error);
    }

    /// A row that has lost or gained a tile, or a tile in another row, is never read as another
    /// board.
    #[test]
    fn drawn_boards_contradict_any_other_size(
        size in (2usize..7, 2usize..7).prop_map(|(width, height)| self::size(width, height)),
        other in (1usize..9, 1usize..9).prop_map(|(width, height)| self::size(width, height)),
        seed: u64,
        between in prop::sample::select(vec!["\n", " / ", "; ", "|"]),
    ) {
        let position = Scrambler::new(seed).position(&Position::blank_last(size));
        let text = rows(&position, " ", between);
        if other != size {
            let error = parse_position(&text, Some(other)).unwrap_err();
            let message = format!("{size}, but the size given is {other}");
            prop_assert!(error.message().contains(&message), "{}", error);
        }
        let tiles = position.tiles();
        let (first, rest) = tiles.split_at(size.width() - 1);
        let line = |tiles: &[u16]| tiles.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
        let ragged = format!("{}{between}{}", line(first), line(rest));
        for size in [None, Some(size)] {
            let error = parse_position(&ragged, size).unwrap_err();
            prop_assert!(error.message().contains("all rows must have the same length"), "{}", error);
        }
    }

    /// Any text gives a result, or an error whose span lies within the text.
    #[test]
    fn no_text_panics(text in "\\PC{0,60}", width in 1usize..20, height in 1usize..20) {
        all_parsers(&text, Some(size(width, height)));
    }

    /// Texts of the right characters in the wrong order get further than arbitrary texts.
    #[test]
    fn no_near_miss_panics(
        text in "[0-9a-fA-FxX×UDLR,;/|+ _.·nul\"\\[\\]\t\r\n\u{a0}\u{0}-]{0,80}",
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

/// The message, and the marked text.
fn wrong<T: std::fmt::Debug>(result: Result<T, NotationError>, text: &str) -> (String, String) {
    let error = result.expect_err(text);
    (error.message().to_owned(), error.span().map_or("", |span| &text[span]).to_owned())
}

#[test]
fn errors_of_boards_name_the_fault_and_its_place() {
    let eight = Some(size(3, 3));
    for (text, board, marked, expected) in [
        ("", eight, "", "empty"),
        (" , ; \n", None, "", "empty"),
        (
            "1 2 3 4 5 6 7 8",
            eight,
            "",
            "9 tiles including the blank (0), but 8 are given; the blank (0) is missing",
        ),
        (
            "1 2 3 4 5 6 7 8",
            None,
            "",
            "8 tiles do not make a square board, and no size is given; the blank (0) is missing",
        ),
        (
            "1 2 3 4 5 6 7 8 8",
            None,
            "8",
            "tile 8 appears twice (at positions 8 and 9); the blank (0) is missing",
        ),
        ("1 2 3 4 5 6 7 8 9", None, "9", "the blank (0) is missing"),
        (
            "1 2 3 4 _ 5 6 7 0",
            None,
            "0",
            "the blank appears twice (at positions 5 and 9), and tile 8 is missing",
        ),
        ("1 2 3 / 4 5 / 6 7 8 0", None, "4 5", "row 2 has 2 tiles, and row 1 has 3"),
        ("1 2 3 / 4 5 6 / 7 8", eight, "7 8", "row 3 has 2 tiles, and row 1 has 3"),
        ("1 2 3 4 / 5 6 7 0", Some(size(2, 4)), "", "drawn in 2 rows of 4 tiles, which is 4x2"),
        ("123/456/780", Some(size(4, 4)), "", "drawn in 3 rows of 3 tiles, which is 3x3"),
        ("[[1,2],[3]]", None, "3", "row 2 has 1 tile, and row 1 has 2"),
        ("[[1,2],[3,0]", None, "", "a bracket is not closed"),
        ("[1,2,3,0] 5", None, "5", "after the last bracket"),
        ("[1,2,[3,0]]", None, "[", "an array is among the tiles"),
        ("[[1,2],3,0]", None, "3", "a tile is outside the rows"),
        ("[[[1,2]]]", None, "[", "too many brackets"),
        ("[]", None, "", "the board is empty"),
        ("[true,1]", None, "true", "\"true\" is not a tile number"),
        ("1 2 3 4 5 6 7 8 0 9 10", eight, "9", "but 11 are given"),
        ("1 2 3 4 5 6 7 8 9", eight, "9", "tile 9 does not exist"),
        (
            "1 2 3 4 5 6 7 7 0",
            eight,
            "7",
            "tile 7 appears twice (at positions 7 and 8), and tile 8",
        ),
        ("1 2 3 4 -5 6 7 8 0", eight, "-5", "-5 is negative"),
        ("1 2 3 four 5 6 7 8 0", eight, "four", "\"four\" is not a tile number"),
        ("1 2 3 4 5 6 7 8 99999999999999999999", eight, "99999999999999999999", "far too large"),
        ("1 2 3 4 5 0", None, "", "6 tiles do not make a square board"),
        ("12345670a", eight, "a", "tile 10 does not exist"),
        ("x", None, "x", "\"x\" alone is not a board"),
        ("\n-\n", None, "-", "\"-\" alone is not a board"),
        ("3x3", None, "", "3x3 is a size, not a board"),
        ("1x23", None, "", "write 0 or _ for the blank"),
        ("123450", None, "", "6 tiles do not make a square board"),
        ("0123456789abcdeg", Some(size(4, 4)), "0123456789abcdeg", "is not a tile number"),
        ("1 2 3 4 5 6 7 8 0", Some(size(4, 4)), "", "16 tiles"),
    ] {
        let (message, at) = wrong(parse_position(text, board), text);
        assert!(message.contains(expected), "{text:?}: {message}");
        assert_eq!(at, marked, "{text:?}: {message}");
    }
}

#[test]
fn boards_are_read_as_they_are_drawn() {
    for (text, width, height) in [
        ("1 2 3 4 5 6 7 8 / 9 10 11 12 13 14 15 0", 8, 2),
        ("1 2 / 3 4 / 5 0", 2, 3),
        ("[[1,2,3,0]]", 4, 1),
        ("12345670/89abcdef", 8, 2),
        ("123 45x 678", 3, 3),
        ("123 456 78.", 3, 3),
        (" 1  2  3\n 4  5  ·\n", 3, 2),
    ] {
        let board = parse_position(text, None);
        assert_eq!(board.map(|board| board.size()), Ok(size(width, height)), "{text:?}");
    }
    assert_eq!(parse_position("1 2 3 4 5 0", None).unwrap_err().sizes(), [size(2, 3), size(3, 2)]);
    assert_eq!(parse_goal("x 1 2 3", None).map(|goal| goal.to_string()), Ok("0 1 2 3".into()));
}

#[test]
fn long_input_is_shortened_in_messages() {
    let long = "9z".repeat(1 << 19);
    for error in [
        parse_position(&long, None).unwrap_err(),
        parse_position(&format!("1 2 3 -{}", "9".repeat(1 << 20)), None).unwrap_err(),
        parse_position(&"9".repeat(1 << 20), None).unwrap_err(),
        parse_position(&format!("[{long}]"), None).unwrap_err(),
        parse_position(&"1 2 / ".repeat(1 << 16), None).unwrap_err(),
        parse_goal(&format!("z{long}"), None).unwrap_err(),
        parse_moves(&format!("U{}", "0".repeat(1 << 20))).unwrap_err(),
        parse_size(&long).unwrap_err(),
        parse_size(&format!("{}x1", "9".repeat(1 << 20))).unwrap_err(),
    ] {
        assert!(error.to_string().len() < 600, "{error}");
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
fn errors_of_moves_name_the_fault_and_its_place() {
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
fn errors_of_sizes_name_the_reason() {
    for (text, expected) in [
        ("4", "is not a size"),
        ("4x", "is not a size"),
        ("-4x4", "is not a size"),
        ("axb", "is not a size"),
        ("4x4x4", "is not a size"),
        ("0x4", "no cells"),
        ("99999999999999999999999x1", "too large"),
        ("300x300", "too large"),
        ("65536x1", "at most 65535 cells a side"),
    ] {
        let (message, _) = wrong(parse_size(text), text);
        assert!(message.contains(expected), "{text:?}: {message}");
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
