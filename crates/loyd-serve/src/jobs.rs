//! Jobs of the API: their work, and waiting for their answers.

use crate::error::ApiError;
use crate::pool::{Client, Next, Pool, Stage, Ticket, Work};
use crate::solving::{Search, Step};
use loyd::SolveResult;
use loyd_search::observe::{Cancel, Limit, Progress};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// The result of a job, as its client gets it.
pub(crate) type Answer = Result<Value, ApiError>;

/// The time of a short stage: enough for most boards with pattern databases, and for all small ones.
const SLICE: Duration = Duration::from_millis(20);

/// The time between two reports of progress.
const REPORTS: Duration = Duration::from_millis(200);

/// The remark on a search that did not begin.
const PREPARING: &str = "stopped by the time limit, while tables were prepared: they will be there for a \
                         later request";

/// Progress of a search, the last one only.
pub(crate) type ProgressSender = watch::Sender<Option<Progress>>;

/// Makes the answer when the time is over; true if tables are being prepared.
type Late = Arc<dyn Fn(bool) -> Answer + Send + Sync>;

/// The state of a job that has been submitted. The job ends when it is dropped.
pub(crate) struct Submitted {
    ticket: Ticket,
    answer: oneshot::Receiver<Answer>,
    deadline: Instant,
    late: Late,
}

/// A search and its limits.
pub(crate) struct SearchJob {
    pub(crate) search: Arc<dyn Search>,
    /// Nodes and memory.
    pub(crate) limit: Limit,
    /// The end of its time, waiting included.
    pub(crate) deadline: Instant,
    pub(crate) progress: Option<ProgressSender>,
}

impl SearchJob {
    /// Submits the search.
    ///
    /// # Errors
    /// If the client or all of them have too many.
    pub(crate) fn submit(self, pool: &Pool, client: Client) -> Result<Submitted, ApiError> {
        let (sender, answer) = oneshot::channel();
        let (deadline, search) = (self.deadline, self.search.clone());
        let work = Searcher { job: self, answer: Some(sender) };
        let ticket = pool.submit(client, Stage::Short, Box::new(work))?;
        let late = Arc::new(move |preparing: bool| {
            let mut result = object(&search.out_of_time());
            if preparing {
                result["message"] = PREPARING.into();
            }
            Ok(result)
        });
        Ok(Submitted { ticket, answer, deadline, late })
    }
}

/// Submits work that is one function; the flag that it gets is set when its time is over.
///
/// # Errors
/// If the client or all of them have too many.
pub(crate) fn submit(
    pool: &Pool,
    client: Client,
    (stage, time): (Stage, Duration),
    work: impl FnOnce(&Cancel) -> Answer + Send + 'static,
) -> Result<Submitted, ApiError> {
    let (sender, answer) = oneshot::channel();
    let once = Once { work: Some(work), answer: Some(sender) };
    let ticket = pool.submit(client, stage, Box::new(once))?;
    let late = Arc::new(|_| {
        Err(ApiError::busy("the time was over before the request could be worked on: try again"))
    });
    Ok(Submitted { ticket, answer, deadline: Instant::now() + time, late })
}

/// Prepares a solver of the server itself; `done` hears of it.
pub(crate) fn prepare(
    pool: &Pool,
    search: Arc<dyn Search>,
    done: impl FnOnce(Result<(), loyd::Error>) + Send + 'static,
) {
    pool.submit_own(Stage::Preparation, Box::new(Preparer { search, done: Some(done) }));
}

impl Submitted {
    /// Waits for the answer: at most until the deadline while the job waits, and a little longer while
    /// it is at work.
    pub(crate) async fn answer(&mut self) -> Answer {
        /// The time in which a search notices that its own time is over.
        const GRACE: Duration = Duration::from_millis(300);
        /// The time in which one that was cancelled ends.
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
            return self.out_of_time(preparing).await;
        }
        // This future may be dropped and made again, so its times are fixed ones.
        let (grace, end) = (self.deadline + GRACE, self.deadline + GRACE + END);
        if let Ok(answer) = tokio::time::timeout_at(grace.into(), &mut self.answer).await {
            return received(answer);
        }
        self.ticket.cancel();
        match tokio::time::timeout_at(end.into(), &mut self.answer).await {
            Ok(answer) => received(answer),
            Err(_) => self.out_of_time(false).await,
        }
    }

    /// The answer when the time is over. A solution of a quick method may take tenths of a second.
    async fn out_of_time(&self, preparing: bool) -> Answer {
        let late = self.late.clone();
        let answer = tokio::task::spawn_blocking(move || late(preparing)).await;
        answer.unwrap_or_else(|_| Err(ApiError::internal()))
    }
}

/// The work of a search.
struct Searcher {
    job: SearchJob,
    answer: Option<oneshot::Sender<Answer>>,
}

impl Searcher {
    fn limit(&self, most: Duration, cancel: &Cancel) -> Limit {
        let left = self.job.deadline.saturating_duration_since(Instant::now());
        let (time, cancel) = (Some(left.min(most)), Some(cancel.clone()));
        Limit { time, cancel, ..self.job.limit.clone() }
    }

    fn send(&mut self, answer: Answer) -> Next {
        if let Some(sender) = self.answer.take() {
            drop(sender.send(answer));
        }
        Next::Done
    }
}

impl Work for Searcher {
    fn step(&mut self, stage: Stage, cancel: &Cancel) -> Next {
        let search = self.job.search.clone();
        if cancel.is_cancelled() {
            return self.send(Ok(object(&search.out_of_time())));
        }
        match stage {
            Stage::Short => match search.briefly(&self.limit(SLICE, cancel)) {
                Ok(Step::Done(result)) => self.send(Ok(object(&result))),
                Ok(Step::Longer) => Next::Stage(Stage::Long),
                Ok(Step::Prepare) => Next::Stage(Stage::Preparation),
                Err(error) => self.send(Err(error.into())),
            },
            Stage::Preparation => match search.prepare() {
                Ok(()) => Next::Stage(Stage::Short),
                Err(error) => self.send(Err(error.into())),
            },
            Stage::Long => {
                let limit = self.limit(Duration::MAX, cancel);
                let sender = self.job.progress.take();
                let mut sent: Option<Instant> = None;
                let mut progress = |progress: &Progress| {
                    let due = sent.is_none_or(|sent| sent.elapsed() >= REPORTS);
                    if let Some(sender) = sender.as_ref().filter(|_| due) {
                        sender.send_replace(Some(*progress));
                        sent = Some(Instant::now());
                    }
                };
                let result = search.fully(&limit, &mut progress);
                self.send(result.map(|result| object(&result)).map_err(ApiError::from))
            }
        }
    }

    fn threads(&self) -> usize {
        self.job.search.threads()
    }

    fn refuse(&mut self, why: ApiError) {
        self.send(Err(why));
    }
}

/// The object of a result: that of the command line, which numbers its boards from 1.
fn object(result: &SolveResult) -> Value {
    let mut fields = Map::new();
    fields.insert("id".to_owned(), "1".into());
    if let Value::Object(others) = result.json() {
        fields.extend(others);
    }
    Value::Object(fields)
}

/// Work that is one function.
struct Once<F> {
    work: Option<F>,
    answer: Option<oneshot::Sender<Answer>>,
}

impl<F: FnOnce(&Cancel) -> Answer + Send> Work for Once<F> {
    fn step(&mut self, _stage: Stage, cancel: &Cancel) -> Next {
        if let (Some(work), Some(sender)) = (self.work.take(), self.answer.take()) {
            drop(sender.send(work(cancel)));
        }
        Next::Done
    }

    fn refuse(&mut self, why: ApiError) {
        if let Some(sender) = self.answer.take() {
            drop(sender.send(Err(why)));
        }
    }
}

/// The preparation of a solver.
struct Preparer<F> {
    search: Arc<dyn Search>,
    done: Option<F>,
}

impl<F: FnOnce(Result<(), loyd::Error>) + Send> Work for Preparer<F> {
    fn step(&mut self, _stage: Stage, _cancel: &Cancel) -> Next {
        let prepared = self.search.prepare();
        if let Some(done) = self.done.take() {
            done(prepared);
        }
        Next::Done
    }

    fn refuse(&mut self, _why: ApiError) {}
}
