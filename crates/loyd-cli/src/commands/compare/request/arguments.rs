//! The options of a comparison as arguments that mean the same later: written into its folder and into
//! reports, and read again.

use super::CompareArgs;
use crate::exit::Failure;
use clap::Parser;
use loyd::PuzzleName;
use loyd::choices;

impl CompareArgs {
    /// Arguments that mean the same on any machine, except for where results go.
    pub(super) fn canonical(&self, memory: u64) -> Result<Vec<String>, Failure> {
        let puzzle = self.puzzle.puzzle();
        let facts = puzzle.puzzle().facts();
        let mut list = vec!["compare".to_owned()];
        let mut push = |option: &str, value: String| list.extend([option.to_owned(), value]);
        if let Some(preset) = self.preset {
            push("--preset", preset.info().0.to_owned());
            if let Some(count) = self.count {
                push("--count", count.to_string());
            }
            push("--seed", self.seed.to_string());
            for server in &self.db {
                push("--db", server.to_string());
            }
            self.push_limits(memory, &mut push);
            return Ok(list);
        }
        if puzzle != PuzzleName::default() {
            push("--puzzle", facts.name.to_owned());
        }
        match (&self.input, self.set) {
            (Some(file), _) => push("--input", file.display().to_string()),
            (None, Some(set)) => push("--set", set.info().0.to_owned()),
            (None, None) => {
                if facts.has_sizes {
                    push("--size", self.shapes().join(","));
                }
                push("--count", self.count().to_string());
                push("--seed", self.seed.to_string());
            }
        }
        if let Some(count) = self.count.filter(|_| self.input.is_some() || self.set.is_some()) {
            push("--count", count.to_string());
        }
        if !self.ids.is_empty() {
            push("--ids", self.ids.join(","));
        }
        push("--goal", self.goal.clone().unwrap_or_else(|| facts.goal.to_owned()));
        push("--algorithms", self.algorithms().to_owned());
        push("--heuristics", self.heuristics());
        push("--metric", puzzle.puzzle().metric(self.metric.name())?.name);
        push("--pruning", choices::pruning_text(self.pruning.pruning));
        self.push_limits(memory, &mut push);
        Ok(list)
    }

    fn push_limits(&self, memory: u64, push: &mut dyn FnMut(&str, String)) {
        if self.runs > 1 {
            push("--runs", self.runs.to_string());
        }
        if self.warmup > 0 {
            push("--warmup", self.warmup.to_string());
        }
        push("--threads", self.threads.to_string());
        push("--memory", memory.to_string());
        if let Some(time) = self.max_time {
            push("--max-time", format!("{}ms", time.as_millis().max(1)));
        }
        if let Some(nodes) = self.max_nodes {
            push("--max-nodes", nodes.to_string());
        }
    }
}

/// The options that a folder stores.
pub(super) fn stored(arguments: Vec<String>) -> Result<CompareArgs, Failure> {
    if arguments.first().is_none_or(|command| command != COMMAND) {
        return Err(Failure::input("the folder's comparison.json is of another command"));
    }
    match Stored::try_parse_from(arguments) {
        Ok(stored) => Ok(stored.args),
        Err(error) => Err(Failure::input(format!(
            "the folder's comparison.json holds options that this loyd does not know: {error}"
        ))),
    }
}

/// The word that the arguments of a folder begin with.
const COMMAND: &str = "compare";

/// Such arguments as a separate command line, whose program is that word.
#[derive(Parser)]
struct Stored {
    #[command(flatten)]
    args: CompareArgs,
}
