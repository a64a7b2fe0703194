//! Lists of what there is to choose from, generated from the registries.

use loyd::search::AlgorithmName;
use loyd::space::Properties;
use loyd_tiles::heuristic::HeuristicName;
use std::fmt::Write;

/// The algorithms and what they promise.
pub(super) fn algorithms() -> String {
    let mut text = String::from("Algorithms:\n");
    for name in AlgorithmName::ALL {
        let info = name.info();
        let promise = if info.optimal { "shortest paths" } else { "not always shortest" };
        entry(&mut text, info.name, &format!("{} [{promise}]", info.summary));
    }
    text
}

/// The heuristics and what they promise.
pub(super) fn heuristics() -> String {
    let mut text = String::from("Heuristics, and what they promise:\n");
    for name in HeuristicName::ALL {
        let info = name.info();
        let (single, multi) = (promise(info.single), promise(info.multi));
        let promise = if single == multi {
            single.to_owned()
        } else {
            format!("single: {single}; multi: {multi}")
        };
        entry(&mut text, info.name, &format!("{} [{promise}]", info.summary));
    }
    entry(
        &mut text,
        "pdb:NAME",
        "pattern databases of a partition from `loyd pdb list`, a file with a drawing, or masks \
         0xa/0xb, their values added up (multi: the largest) [consistent]",
    );
    entry(&mut text, "max(A,B)", "the largest of several [what all of them promise]");
    text.push_str(
        "\nSolutions are proven shortest when the heuristic is admissible: never above the true\n\
         distance. Consistent (and so admissible): never falls by more than the cost of a move.\n",
    );
    text
}

/// A name and its description, wrapped to the right of the names.
pub(super) fn entry(text: &mut String, name: &str, description: &str) {
    const COLUMN: usize = 20;
    const WIDTH: usize = 78;
    let mut line = format!("  {name:<0$}", COLUMN - 2);
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
