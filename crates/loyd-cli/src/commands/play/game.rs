//! The positions of a game, and the keys that change them.

use super::adviser::{Advice, Adviser};
use super::view;
use crate::registry::texts;
use crate::screen::Screen;
use crate::texts::Keys;
use loyd::erased::{AnyTask, RandomTasks};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use std::sync::Arc;
use std::time::Duration;

/// The time between two looks at the adviser, and between the moves of a solution.
const LOOK: Duration = Duration::from_millis(100);
const LOOKS_A_MOVE: u32 = 5;

/// A game.
pub(super) struct Game {
    goal: Arc<dyn AnyTask>,
    random: RandomTasks,
    adviser: Adviser,
    /// The start without a text, then for each move its text and the position after it.
    pub(super) steps: Vec<(String, Arc<dyn AnyTask>)>,
    pub(super) advice: Option<Advice>,
    /// The length of a shortest solution of the start.
    pub(super) par: Option<u32>,
    /// True while the next move of a solution is shown.
    pub(super) hint: bool,
    /// The text of a move that is being written.
    pub(super) entry: String,
    /// The reason why the last key did nothing.
    pub(super) message: String,
    /// The moves that are still to be played, the next one last, and the looks to wait before it.
    playing: Vec<String>,
    wait: u32,
}

impl Game {
    /// A game that begins with a position, or with a random one.
    pub(super) fn new(
        start: Option<Arc<dyn AnyTask>>,
        goal: Arc<dyn AnyTask>,
        mut random: RandomTasks,
        adviser: Adviser,
    ) -> Self {
        let start = start.unwrap_or_else(|| random(&*goal));
        let mut game = Self {
            goal,
            random,
            adviser,
            steps: Vec::new(),
            advice: None,
            par: None,
            hint: false,
            entry: String::new(),
            message: String::new(),
            playing: Vec::new(),
            wait: 0,
        };
        game.begin(start);
        game
    }

    fn begin(&mut self, start: Arc<dyn AnyTask>) {
        self.steps = vec![(String::new(), start)];
        self.par = None;
        self.hint = false;
        self.entry.clear();
        self.changed();
    }

    /// The current position.
    pub(super) fn task(&self) -> &Arc<dyn AnyTask> {
        &self.steps[self.steps.len() - 1].1
    }

    /// The keys of the puzzle.
    pub(super) fn keys(&self) -> Keys {
        texts(self.goal.puzzle()).keys()
    }

    /// The number of moves so far.
    pub(super) fn moves(&self) -> usize {
        self.steps.len() - 1
    }

    /// True while a solution is played.
    pub(super) fn is_playing(&self) -> bool {
        !self.playing.is_empty()
    }

    fn changed(&mut self) {
        self.message.clear();
        self.advice = None;
        let task = self.task().clone();
        if task.is_solved() {
            self.advice = Some(Advice::Length { low: 0, high: Some(0), moves: String::new() });
            self.hint = false;
        }
        self.adviser.ask(task);
    }

    /// Makes moves, or says why not.
    fn make(&mut self, moves: &str) {
        let path = match self.task().path(moves) {
            Ok(path) => path,
            Err(why) => {
                self.message = why.to_string();
                return;
            }
        };
        let illegal = path.illegal.clone();
        let count = path.steps.len();
        self.steps.extend(path.steps.into_iter().skip(1));
        if count > 1 {
            self.changed();
        }
        self.message = illegal.unwrap_or_default();
    }

    /// The moves of the best solution from here.
    pub(super) fn solution(&self) -> Option<&str> {
        match &self.advice {
            Some(Advice::Length { moves, .. }) if !moves.is_empty() => Some(moves),
            _ => None,
        }
    }

    /// Makes the next move of the solution.
    fn make_hinted(&mut self) {
        let next = self.solution().and_then(|moves| moves.split_whitespace().next());
        match next.map(str::to_owned) {
            Some(next) => self.make(&next),
            None if self.task().is_solved() => {}
            None => "the solution is not known yet".clone_into(&mut self.message),
        }
    }

    fn undo(&mut self) {
        if self.entry.pop().is_none() && self.steps.len() > 1 {
            self.steps.pop();
            self.changed();
        }
    }

    fn play(&mut self) {
        let Some(moves) = self.solution() else { return self.make_hinted() };
        self.playing = moves.split_whitespace().rev().map(str::to_owned).collect();
        self.wait = 0;
    }

    /// The keys that every puzzle has with Ctrl.
    fn command(&mut self, key: char) -> bool {
        match key {
            'c' => return false,
            'n' => {
                let start = (self.random)(&*self.goal);
                self.begin(start);
            }
            'r' => {
                let start = self.steps[0].1.clone();
                let par = self.par;
                self.begin(start);
                self.par = par;
            }
            'p' => self.play(),
            _ => {}
        }
        true
    }
}

impl Screen for Game {
    fn draw(&self, frame: &mut Frame<'_>) {
        view::draw(frame, self);
    }

    fn press(&mut self, key: KeyCode, control: bool) -> bool {
        if self.is_playing() {
            self.playing.clear();
            if key != KeyCode::Esc {
                return !(control && key == KeyCode::Char('c'));
            }
        }
        self.message.clear();
        match (key, self.keys()) {
            (KeyCode::Char(key), _) if control => return self.command(key),
            (KeyCode::Esc, _) | (KeyCode::Char('q'), Keys::Arrows | Keys::Faces) => return false,
            (KeyCode::Tab, _) => self.hint = !self.hint,
            (KeyCode::Backspace, _) => self.undo(),
            (KeyCode::Enter, Keys::Words) if !self.entry.is_empty() => {
                let entry = std::mem::take(&mut self.entry);
                self.make(&entry);
            }
            (KeyCode::Enter, _) => self.make_hinted(),
            (KeyCode::Up, Keys::Arrows) => self.make("U"),
            (KeyCode::Down, Keys::Arrows) => self.make("D"),
            (KeyCode::Left, Keys::Arrows) => self.make("L"),
            (KeyCode::Right, Keys::Arrows) => self.make("R"),
            (KeyCode::Char(face @ ('u' | 'r' | 'f' | 'd' | 'l' | 'b')), Keys::Faces) => {
                self.make(&face.to_ascii_uppercase().to_string());
            }
            (KeyCode::Char(face @ ('U' | 'R' | 'F' | 'D' | 'L' | 'B')), Keys::Faces) => {
                self.make(&format!("{face}'"));
            }
            (KeyCode::Char(letter), Keys::Words) => self.entry.push(letter),
            _ => {}
        }
        true
    }

    fn interval(&self) -> Option<Duration> {
        Some(LOOK)
    }

    fn tick(&mut self) -> bool {
        let mut is_new = false;
        if let Some(advice) = self.adviser.answer() {
            if self.moves() == 0 {
                self.par = advice.shortest();
            }
            self.advice = Some(advice);
            is_new = true;
        }
        if self.wait > 0 {
            self.wait -= 1;
        } else if let Some(next) = self.playing.pop() {
            let rest = std::mem::take(&mut self.playing);
            self.make(&next);
            (self.playing, self.wait) = (rest, LOOKS_A_MOVE - 1);
            is_new = true;
        }
        is_new
    }
}
