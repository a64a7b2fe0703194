//! *Optimal 8/15-Puzzle Solver* (B. Borowski): A* and IDA* with three heuristics.
//!
//! The page has no tables of results; it says which search is better, and the report checks that.

use super::Part;
use crate::findings::Findings;
use loyd_report::document::Section;

pub(super) const PARTS: &[Part] = &[
    Part {
        size: "3x3",
        algorithms: "astar,idastar-plain,idastar",
        heuristics: "manhattan,linear-conflict,pdb:4-4",
    },
    Part {
        size: "4x4",
        algorithms: "astar,idastar-plain,idastar",
        heuristics: "manhattan,linear-conflict,pdb-excess:6-6-3,pdb:6-6-3",
    },
];

/// The published figures beside the new ones.
pub(super) fn sections(findings: &Findings<'_>) -> Vec<Section> {
    let mut section = Section::new("What the Optimal 8/15-Puzzle Solver says of these");
    section.say(
        "The applet compares A* and IDA* with Manhattan distance, linear conflict and additive \
         pattern databases of 6, 6 and 3 tiles. It prints no table; it says that A* is more than \
         acceptable for the 8-puzzle and painfully slow for 15-puzzles of average length, where it \
         is switched off, and that IDA* works well, best with the databases.",
    );
    section.say(
        "idastar-plain is IDA* as it is published and as the applet has it, on one thread; idastar \
         is loyd's, which prunes duplicate move strings and takes many boards or states at a time. \
         The applet's scheme for several threads is the algorithm idastar-pool. The 8-puzzle has no \
         6-6-3 partition: its databases are of 4 and 4 tiles.",
    );
    section.say(
        "The applet speaks of 11,534,880 mappings from states to costs for 6-6-3: those are the \
         placements of the tiles of the patterns alone, 2 x 5,765,760 + 3,360: pdb-excess:6-6-3 \
         has these values. pdb:6-6-3 also distinguishes the regions of the blank, which makes the \
         databases stronger and consistent, in one bit a state.",
    );
    for (group, boards) in findings.experiment.groups.iter().enumerate() {
        section.say(format!("{}: {}", boards.name, outcome(findings, group)));
    }
    vec![section]
}

/// The number of solved boards of each search, in a sentence.
fn outcome(findings: &Findings<'_>, group: usize) -> String {
    let boards = findings.experiment.groups[group].boards.len();
    let short: Vec<String> = findings
        .cells(group)
        .filter_map(|(index, cell)| {
            let solved = findings.solved(index).count();
            (solved < boards).then(|| format!("{} solved {solved}", cell.name()))
        })
        .collect();
    match &short[..] {
        [] => format!("all of them solved all {boards} boards."),
        short => format!("of {boards} boards {}; the others solved all.", short.join(", ")),
    }
}
