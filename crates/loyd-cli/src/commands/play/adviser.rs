//! The thread that solves the current position while the user looks at it.

use crate::exit::Failure;
use crate::platform;
use loyd::erased::{AnySolvers, AnyTask};
use loyd::{SolveResult, Status};
use loyd_search::observe::{Cancel, Limit};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// The time after which the bounds so far are the answer.
const MAX_TIME: Duration = Duration::from_secs(20);

/// The length of the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Advice {
    /// Lower and upper bounds of the length of a shortest solution, and the moves of the best one.
    Length { low: u32, high: Option<u32>, moves: String },
    /// The reason why the length is unknown.
    Unknown(String),
}

impl Advice {
    fn of(result: &SolveResult) -> Self {
        if result.status == Status::Unsolvable {
            return Self::Unknown("this position has no solution".to_owned());
        }
        let moves = result.moves.clone().unwrap_or_default();
        let high = result.length;
        let low = if result.proven { high } else { result.lower_bound };
        Self::Length { low: low.unwrap_or(0), high, moves }
    }

    /// The length of a shortest solution, if it is known.
    pub(super) fn shortest(&self) -> Option<u32> {
        match self {
            Self::Length { low, high, .. } if Some(*low) == *high => *high,
            _ => None,
        }
    }
}

struct Question {
    number: u64,
    task: Arc<dyn AnyTask>,
    cancel: Cancel,
}

/// Solves positions one after the other; a new one ends the search of the one before.
pub(super) struct Adviser {
    questions: Sender<Question>,
    answers: Receiver<(u64, Advice)>,
    /// The number of the last question.
    number: u64,
    cancel: Cancel,
}

impl Adviser {
    /// Begins; the solvers are made on the thread.
    pub(super) fn start(
        solvers: impl FnOnce() -> Result<Box<dyn AnySolvers>, Failure> + Send + 'static,
    ) -> Self {
        let (questions, asked) = channel::<Question>();
        let (sender, answers) = channel();
        thread::spawn(move || {
            let solvers = solvers();
            for Question { number, task, cancel } in asked {
                if cancel.is_cancelled() {
                    continue;
                }
                let advice = match &solvers {
                    Ok(solvers) => {
                        // A solution at once, while tables are built and a shortest one is sought.
                        let quick = task.quick_solution(&solvers.metric().name);
                        if let Some((length, moves, _)) = quick {
                            let high = u32::try_from(length).ok();
                            let _ = sender.send((number, Advice::Length { low: 0, high, moves }));
                        }
                        advice(&**solvers, &*task, &cancel)
                    }
                    Err(why) => Advice::Unknown(why.to_string()),
                };
                if sender.send((number, advice)).is_err() {
                    return;
                }
            }
        });
        Self { questions, answers, number: 0, cancel: Cancel::new() }
    }

    /// Asks for the length of a position.
    pub(super) fn ask(&mut self, task: Arc<dyn AnyTask>) {
        self.cancel.cancel();
        self.cancel = Cancel::new();
        self.number += 1;
        let question = Question { number: self.number, task, cancel: self.cancel.clone() };
        // Without a thread the length stays unknown.
        let _ = self.questions.send(question);
    }

    /// The answer to the last question, once.
    pub(super) fn answer(&self) -> Option<Advice> {
        let number = self.number;
        self.answers.try_iter().filter(|(of, _)| *of == number).last().map(|(_, advice)| advice)
    }
}

fn advice(solvers: &dyn AnySolvers, task: &dyn AnyTask, cancel: &Cancel) -> Advice {
    let limit = Limit { time: Some(MAX_TIME), cancel: Some(cancel.clone()), ..Limit::default() };
    match solvers.solve(task, platform::cores(), &limit, &mut |_| ()) {
        Ok(result) => Advice::of(&result),
        Err(why) => Advice::Unknown(why.to_string()),
    }
}
