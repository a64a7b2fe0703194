//! Recordings of the terminal in the book: the program runs in a pseudo terminal, and a script presses its keys.
//!
//! A frame is the screen that shows the text which the script expects, so a recording does not depend on times. The
//! boards have one shortest solution, so it does not depend on the order of a search either.
//!
//! The names of recordings begin with `screen-`.

mod svg;
mod terminal;

use crate::{arguments, folder, run, stages, stale_file};
use std::fs;
use std::path::Path;
use svg::{Frame, svg};
use terminal::Terminal;

/// The greatest length of a recording in bytes.
const MAX_BYTES: usize = 100_000;

/// Seconds for which the last frame stays.
const REST: f64 = 3.0;

struct Recording {
    name: &'static str,
    title: &'static str,
    /// A command that is run first, or nothing.
    before: &'static str,
    command: &'static str,
    /// Texts that the first screen shows.
    first: &'static [&'static str],
    presses: &'static [Press],
}

/// A key, and texts that the screen shows only then.
struct Press {
    key: Key,
    shows: &'static [&'static str],
}

#[derive(Clone, Copy)]
enum Key {
    Down,
    Right,
    Enter,
    Tab,
    Backspace,
    Letter(char),
}

impl Key {
    fn bytes(self) -> Vec<u8> {
        match self {
            Self::Down => b"\x1b[B".to_vec(),
            Self::Right => b"\x1b[C".to_vec(),
            Self::Enter => b"\r".to_vec(),
            Self::Tab => b"\t".to_vec(),
            Self::Backspace => b"\x7f".to_vec(),
            Self::Letter(letter) => letter.to_string().into_bytes(),
        }
    }

    fn name(self) -> String {
        match self {
            Self::Down => "↓".to_owned(),
            Self::Right => "→".to_owned(),
            Self::Enter => "Enter".to_owned(),
            Self::Tab => "Tab".to_owned(),
            Self::Backspace => "Backspace".to_owned(),
            Self::Letter(letter) => letter.to_string(),
        }
    }
}

const fn press(key: Key, shows: &'static [&'static str]) -> Press {
    Press { key, shows }
}

const RECORDINGS: [Recording; 3] = [
    Recording {
        name: "play",
        title: "A game on the terminal: a wrong move, undone; a hint; and a shortest solution",
        before: "",
        command: "loyd play 3x3 --board \"4 1 3 7 2 6 5 8 0\"",
        first: &["from here: 8 moves"],
        presses: &[
            press(Key::Down, &["from here: 9 moves"]),
            press(Key::Backspace, &["from here: 8 moves"]),
            press(Key::Tab, &["hint: R"]),
            press(Key::Right, &["from here: 7 moves", "hint: R"]),
            press(Key::Right, &["from here: 6 moves", "hint: D"]),
            press(Key::Enter, &["from here: 5 moves", "hint: D"]),
            press(Key::Enter, &["from here: 4 moves", "hint: L"]),
            press(Key::Enter, &["from here: 3 moves", "hint: U"]),
            press(Key::Enter, &["from here: 2 moves", "hint: U"]),
            press(Key::Enter, &["from here: 1 move", "hint: L"]),
            press(Key::Enter, &["solved in 8 moves: the shortest possible"]),
        ],
    },
    Recording {
        name: "solve",
        title: "The solution of a cube on the terminal, move by move",
        before: "",
        command: "loyd solve --puzzle cube3 \"R U F' L2 D\" --show",
        first: &["move 0 of 5"],
        presses: &[
            press(Key::Right, &["move 1 of 5"]),
            press(Key::Right, &["move 2 of 5"]),
            press(Key::Right, &["move 3 of 5"]),
            press(Key::Right, &["move 4 of 5"]),
            press(Key::Right, &["move 5 of 5, solved"]),
        ],
    },
    Recording {
        name: "replay",
        title: "A recorded search of A* on the terminal: the first expansions, later ones, and the solution",
        before: "loyd solve --algorithm astar --heuristic manhattan --trace search.trace \"8 6 7 2 5 4 3 0 1\"",
        command: "loyd replay search.trace",
        first: &["step     0 of"],
        presses: &[
            press(Key::Right, &["step     1 of"]),
            press(Key::Right, &["step     2 of"]),
            press(Key::Right, &["step     3 of"]),
            press(Key::Down, &["step     103 of"]),
            press(Key::Down, &["step     203 of"]),
            press(Key::Down, &["step     303 of"]),
            press(Key::Tab, &["move 0 of 31"]),
            press(Key::Right, &["move 1 of 31"]),
            press(Key::Right, &["move 2 of 31"]),
            press(Key::Right, &["move 3 of 31"]),
        ],
    },
];

impl Recording {
    /// Runs the command in a folder, and presses the keys.
    fn record(&self, folder: &Path) -> String {
        if !self.before.is_empty() {
            let (code, printed) = run(self.before, folder);
            assert_eq!(code, Some(0), "{}: {printed}", self.before);
        }
        let stages = stages(self.command);
        let mut terminal = Terminal::start(arguments(&stages[0]), folder);
        let mut frames = vec![Frame::new(&terminal.wait_for(self.first), String::new(), 1.6)];
        for Press { key, shows } in self.presses {
            terminal.write(&key.bytes());
            frames.push(Frame::new(&terminal.wait_for(shows), key.name(), 0.9));
        }
        terminal.write(&Key::Letter('q').bytes());
        terminal.end();
        if let Some(last) = frames.last_mut() {
            last.seconds = REST;
        }
        svg(self.title, self.command, &frames)
    }
}

#[test]
fn recordings_are_those_of_the_program() {
    let folder = folder("recordings");
    let mut stale = Vec::new();
    for recording in &RECORDINGS {
        let svg = recording.record(&folder);
        assert!(svg.len() < MAX_BYTES, "{}: {} bytes", recording.name, svg.len());
        stale.extend(stale_file(&format!("book/src/pictures/screen-{}.svg", recording.name), &svg));
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
    let _ = fs::remove_dir_all(&folder);
}
