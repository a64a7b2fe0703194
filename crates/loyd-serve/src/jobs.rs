//! Jobs of the API: their work and their answers.

use crate::error::ApiError;
use crate::pool::{Client, Next, Pool, Stage, Ticket, Work};
use crate::solving::{Search, Step};
use loyd::SolveResult;
use loyd::record::json;
use loyd_search::observe::{Cancel, Limit, Progress};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// The result of a job, as its client receives it.
pub(crate) type Answer = Result<Value, ApiError>;

/// The time of a short stage: enough for most boards with pattern databases, and for every small board.
const SLICE: Duration = Duration::from_millis(20);

/// The time between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// The message of a search whose time ended during a preparation.
const PREPARING: &str = "stopped by the time limit while tables were built: a later request will find \
                         them";

/// The channel for the last progress of a search.
pub(crate) type ProgressSender = watch::Sender<Option<Progress>>;

/// Makes the answer after the deadline; the argument is true during a preparation.
type TimeoutAnswer = Arc<dyn Fn(bool) -> Answer + Send + Sync>;

/// A job in the pool. Dropping it ends the job.
pub(crate) struct SubmittedJob {
    ticket: Ticket,
    answer: oneshot::Receiver<Answer>,
    deadline: Instant,
    timeout_answer: TimeoutAnswer,
}

/// A search and its limits.
pub(crate) struct SearchJob {
    pub(crate) search: Arc<Search>,
    /// The limits of nodes and memory.
    pub(crate) limit: Limit,
    /// The deadline, which includes the time in the queue.
    pub(crate) deadline: Instant,
    pub(crate) progress: Option<ProgressSender>,
}

impl SearchJob {
    /// Submits the search.
    ///
    /// # Errors
    /// If the client or all clients have too many jobs.
    pub(crate) fn submit(self, pool: &Pool, client: Client) -> Result<SubmittedJob, ApiError> {
        let (sender, answer) = oneshot::channel();
        let (deadline, search) = (self.deadline, self.search.clone());
        let work = Searcher { job: self, reply: Reply(Some(sender)) };
        let ticket = pool.submit(client, Stage::Short, Box::new(work))?;
        let timeout_answer = Arc::new(move |preparing: bool| {
            let mut result = object(&search.timeout_result());
            if preparing {
                result["message"] = PREPARING.into();
            }
            Ok(result)
        });
        Ok(SubmittedJob { ticket, answer, deadline, timeout_answer })
    }
}

/// Submits a function as a job; its flag is set at the deadline.
///
/// # Errors
/// If the client or all clients have too many jobs.
pub(crate) fn submit(
    pool: &Pool,
    client: Client,
    (stage, time): (Stage, Duration),
    work: impl FnOnce(&Cancel) -> Answer + Send + 'static,
) -> Result<SubmittedJob, ApiError> {
    let (sender, answer) = oneshot::channel();
    let once = Once { work: Some(work), reply: Reply(Some(sender)) };
    let ticket = pool.submit(client, stage, Box::new(once))?;
    let timeout_answer = Arc::new(|_| {
        Err(ApiError::busy("the time was over before the request could be worked on: try again"))
    });
    Ok(SubmittedJob { ticket, answer, deadline: Instant::now() + time, timeout_answer })
}

/// Prepares a solver of the server itself and passes the result to `done`.
pub(crate) fn prepare(
    pool: &Pool,
    search: Arc<Search>,
    done: impl FnOnce(Result<(), loyd::Error>) + Send + 'static,
) {
    let work = move |_: &Cancel| {
        done(search.prepare());
        Ok(Value::Null)
    };
    let once = Once { work: Some(work), reply: Reply(None) };
    pool.submit_own(Stage::Preparation, Box::new(once));
}

impl SubmittedJob {
    /// Waits for the answer: until the deadline while the job is in a queue, and a little longer while it
    /// runs.
    pub(crate) async fn answer(&mut self) -> Answer {
        /// The time in which a search notices its own deadline.
        const GRACE: Duration = Duration::from_millis(300);
        /// The time in which a cancelled search ends.
        const END: Duration = Duration::from_secs(2);
        let stopping = || self.ticket.is_stopping();
        let lost = || if stopping() { ApiError::stopping() } else { ApiError::internal() };
        let received = |answer: Result<Answer, _>| answer.unwrap_or_else(|_| Err(lost()));
        tokio::select! {
            answer = &mut self.answer => return received(answer),
            () = tokio::time::sleep_until(self.deadline.into()) => {}
        }
        let preparing = self.ticket.is_preparing();
        if preparing || self.ticket.withdraw() {
            return self.timeout_result(preparing).await;
        }
        // This future may be dropped and created again, so its deadlines are absolute.
        let (grace, end) = (self.deadline + GRACE, self.deadline + GRACE + END);
        if let Ok(answer) = tokio::time::timeout_at(grace.into(), &mut self.answer).await {
            return received(answer);
        }
        self.ticket.cancel();
        match tokio::time::timeout_at(end.into(), &mut self.answer).await {
            Ok(answer) => received(answer),
            Err(_) => self.timeout_result(false).await,
        }
    }

    /// The answer after the deadline. A quick method of solution may take tenths of a second.
    async fn timeout_result(&self, preparing: bool) -> Answer {
        let timeout_answer = self.timeout_answer.clone();
        let answer = tokio::task::spawn_blocking(move || timeout_answer(preparing)).await;
        answer.unwrap_or_else(|_| Err(ApiError::internal()))
    }
}

/// The channel for the answer; `None` after it is sent, or for a job without a client.
struct Reply(Option<oneshot::Sender<Answer>>);

impl Reply {
    fn send(&mut self, answer: Answer) -> Next {
        if let Some(sender) = self.0.take() {
            drop(sender.send(answer));
        }
        Next::Done
    }
}

/// The work of a search.
struct Searcher {
    job: SearchJob,
    reply: Reply,
}

impl Searcher {
    fn limit(&self, max: Duration, cancel: &Cancel) -> Limit {
        let remaining = self.job.deadline.saturating_duration_since(Instant::now());
        let (time, cancel) = (Some(remaining.min(max)), Some(cancel.clone()));
        Limit { time, cancel, ..self.job.limit.clone() }
    }
}

impl Work for Searcher {
    fn step(&mut self, stage: Stage, cancel: &Cancel) -> Next {
        let search = self.job.search.clone();
        if cancel.is_cancelled() {
            return self.reply.send(Ok(object(&search.timeout_result())));
        }
        match stage {
            Stage::Short => match search.search_slice(&self.limit(SLICE, cancel)) {
                Ok(Step::Done(result)) => self.reply.send(Ok(object(&result))),
                Ok(Step::Longer) => Next::Stage(Stage::Long),
                Ok(Step::Prepare) => Next::Stage(Stage::Preparation),
                Err(error) => self.reply.send(Err(error.into())),
            },
            Stage::Preparation => match search.prepare() {
                Ok(()) => Next::Stage(Stage::Short),
                Err(error) => self.reply.send(Err(error.into())),
            },
            Stage::Long => {
                let limit = self.limit(Duration::MAX, cancel);
                let sender = self.job.progress.take();
                let mut sent: Option<Instant> = None;
                let mut progress = |progress: &Progress| {
                    let due = sent.is_none_or(|sent| sent.elapsed() >= REPORT_INTERVAL);
                    if let Some(sender) = sender.as_ref().filter(|_| due) {
                        sender.send_replace(Some(*progress));
                        sent = Some(Instant::now());
                    }
                };
                let result = search.search_to_limit(&limit, &mut progress);
                self.reply.send(result.map(|result| object(&result)).map_err(ApiError::from))
            }
        }
    }

    fn threads(&self) -> usize {
        self.job.search.threads()
    }

    fn refuse(&mut self, why: ApiError) {
        self.reply.send(Err(why));
    }
}

/// The object of a result as the command line prints it, with the number of the board.
fn object(result: &SolveResult) -> Value {
    #[derive(Serialize)]
    struct Numbered<'a> {
        id: &'static str,
        #[serde(flatten)]
        result: &'a SolveResult,
    }

    json(&Numbered { id: "1", result })
}

/// A job of one function.
struct Once<F> {
    work: Option<F>,
    reply: Reply,
}

impl<F: FnOnce(&Cancel) -> Answer + Send> Work for Once<F> {
    fn step(&mut self, _stage: Stage, cancel: &Cancel) -> Next {
        match self.work.take() {
            Some(work) => self.reply.send(work(cancel)),
            None => Next::Done,
        }
    }

    fn refuse(&mut self, why: ApiError) {
        self.reply.send(Err(why));
    }
}
