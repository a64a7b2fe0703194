//! Lists of algorithms and heuristics, generated from the registries.

use crate::registry::texts;
use loyd::PuzzleName;
use loyd::erased::HeuristicFacts;
use loyd_search::search::Guarantee;
use loyd_search::space::Properties;
use std::fmt::Write;

/// The algorithms with their properties.
pub(super) fn algorithms() -> String {
    let mut text = String::from("Algorithms:\n");
    for name in loyd::algorithms() {
        let info = name.info();
        let optimal = info.guarantee == Guarantee::Optimal;
        let promise = if optimal { "optimal" } else { "suboptimal" };
        let searches = |puzzle: &PuzzleName| {
            puzzle.puzzle().algorithms().contains(&name).then_some(puzzle.name())
        };
        let of: Vec<&str> = PuzzleName::ALL.iter().filter_map(searches).collect();
        let every = of.len() == PuzzleName::ALL.len();
        let only = if every { String::new() } else { format!("; {} only", of.join(", ")) };
        entry(&mut text, info.name, &format!("{} [{promise}{only}]", info.summary));
    }
    text
}

/// The heuristics with their properties.
pub(super) fn heuristics() -> String {
    let mut text = String::new();
    for &puzzle in PuzzleName::ALL {
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = writeln!(text, "Heuristics of {}:", puzzle.name());
        heuristics_of(&mut text, puzzle);
    }
    text.push_str(
        "\nAn admissible heuristic never exceeds the true distance; solutions are then proven shortest.\n\
         A consistent one is admissible, and falls by at most the cost of each move.\n",
    );
    text
}

/// The heuristics of a puzzle with their properties.
fn heuristics_of(text: &mut String, puzzle: PuzzleName) {
    let forms = texts(puzzle).heuristic_forms();
    // The databases of a puzzle with forms are too many to list.
    for HeuristicFacts { name, summary, properties } in puzzle.puzzle().heuristics(forms.is_empty())
    {
        let mut promises: Vec<(String, &str)> = Vec::new();
        for (metric, properties) in properties {
            let promise = promise(properties);
            match promises.last_mut().filter(|(_, last)| *last == promise) {
                Some((metrics, _)) => {
                    let _ = write!(metrics, ", {metric}");
                }
                None => promises.push((metric, promise)),
            }
        }
        let promises = match &promises[..] {
            [(_, only)] => (*only).to_owned(),
            several => {
                let of_metric = |(metric, promise): &(String, &str)| format!("{metric}: {promise}");
                several.iter().map(of_metric).collect::<Vec<_>>().join("; ")
            }
        };
        entry(text, name, &format!("{summary} [{promises}]"));
    }
    for (form, summary) in forms {
        entry(text, form, summary);
    }
}

/// A name and its description, wrapped to the right of the names.
pub(super) fn entry(text: &mut String, name: &str, description: &str) {
    const COLUMN: usize = 20;
    const WIDTH: usize = 78;
    let mut line = format!("  {name:<0$}", COLUMN - 2);
    if line.len() > COLUMN || !line.ends_with(' ') {
        let _ = writeln!(text, "{line}");
        line = " ".repeat(COLUMN);
    }
    for word in description.split_whitespace() {
        if line.chars().count() + word.chars().count() >= WIDTH {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(COLUMN);
        } else if line.len() > COLUMN && !line.ends_with(' ') {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(text, "{line}");
}

fn promise(properties: Properties) -> &'static str {
    match (properties.admissible, properties.consistent) {
        (true, true) => "consistent",
        (true, false) => "admissible",
        _ => "no promise",
    }
}
