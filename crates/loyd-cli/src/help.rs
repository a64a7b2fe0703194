//! Help that teaches: examples, and lists generated from the registries.

mod layout;
mod lists;

pub(crate) use layout::{ascii, laid_out, roff};
use lists::{algorithms, entry, heuristics};
use loyd_enumerate::EngineName;

/// After the help of the program.
pub(crate) const PROGRAM: &str = "\
Examples:
  loyd \"4 8 9 12 13 6 2 14 11 3 5 1 0 10 7 15\"     solve a 15-puzzle
  loyd solve 867254301                             a 3x3 board as digits
  loyd solve --size 3x2 \"3 1 2 0 4 5\"              any size
  loyd scramble --size 4x4 --count 5 | loyd solve -
  loyd check \"2 1 3 4 5 6 7 8 0\"                   can it be solved?
  loyd solve --puzzle cube2 \"R U' F2 R' U\"         a 2x2x2 cube, scrambled so

`loyd help COMMAND` says more. Results go to standard output, everything else to standard error.
Exit codes: 0 done, 1 unsolvable or a check failed, 2 bad input, 3 stopped, 4 the system failed.";

/// After the short help of `solve`.
pub(crate) const SOLVE: &str = "\
Examples:
  loyd solve \"8 6 7 2 5 4 3 0 1\"
  loyd solve --input boards.csv --format csv -o solved.csv
  loyd solve --max-time 10s \"4 8 9 12 13 6 2 14 11 3 5 1 0 10 7 15\"

`--help` lists algorithms and heuristics.";

const SOLVE_EXAMPLES: &str = "\
Examples:
  loyd solve \"8 6 7 2 5 4 3 0 1\"
      A 3x3 board; a solution is the letters of the directions in which tiles slide.
  loyd solve --size 3x2 \"3 1 2 0 4 5\"
  loyd solve \"3 1 2 / 0 4 5\"
      Boards that are not square need a size, or to be written in rows.
  loyd solve --goal \"0 8 7 6 5 4 3 2 1\" \"1 2 3 4 5 6 7 8 0\"
      From any board to any other.
  loyd solve --metric multi \"0 1 3 4 2 5 7 8 6\"
      Slides of several tiles count as one move.
  loyd scramble --count 100 --seed 1 | loyd solve --format csv -
      Many boards: one on each core, results in the order of the input.
  loyd solve --puzzle cube2 \"R U' F2 R' U\"
  loyd solve --puzzle cube2 --metric quarter UUUURRRRFFFFDDDDLLLLBBBB
      Cubes are the moves that scramble them, or stickers face by face: U R F D L B.
  loyd solve --input boards.csv --format json --max-time 1m -o solved.jsonl
      CSV needs a column `tiles` (cubes: `facelets` or `scramble`); `id`, `goal`, `width` and `height` are used when present, and other columns are passed through.
  loyd solve --dir solving \"8 6 7 2 5 4 3 0 1\"
  loyd solve --resume solving
      Keeps what is done and how far each search has come, and goes on after a stop or a crash.
  loyd solve -H pdb:6-6-3 --all=5 \"5 1 2 4 9 6 3 8 13 10 7 11 14 15 12 0\"
      With pattern databases, built once and kept; all shortest solutions, five of them listed.
  loyd solve -H 'max(hamming,manhattan)' -a idastar-plain \"8 6 7 2 5 4 3 0 1\"

Each result has: id, status (solved, unsolvable, stopped or invalid), length, proven, lower_bound,
moves, expanded (states whose successors were generated), generated, seconds (of the search alone),
algorithm, heuristic, puzzle (such as 4x4), tiles, width, height (cubes: facelets), goal, metric. A CSV
of results can be solved again; other columns are passed through, as input_NAME where a result has the
name.

Boards may be written in rows (`1 2 3 / 4 5 0`, or a row in each line of a file), as JSON arrays
(`[[1,2],[3,0]]`), and to 16 cells as hexadecimal digits (`123/450`). `_`, `.`, `x` and `-` are the
blank too. Rows must be of one length, and fit --size. CSV has commas, semicolons or tabs. Of cubes a
file has moves or stickers in each line; numbers before them (`1.`, `2)`) and comments after `#` or
`//` are left out.

A search that a limit or Ctrl-C stops prints the lower bound it has proved and the best solution so
far (status stopped, proven false), and exits with 3. A tenth of --max-time, 10s at most, is kept for
that solution. Limits are for each board, not for all of them together.";

/// After the long help of `solve`.
pub(crate) fn solve() -> String {
    format!("{SOLVE_EXAMPLES}\n\n{}\n{}", algorithms(), heuristics())
}

/// After the long help of `enumerate`.
pub(crate) fn enumerate() -> String {
    let mut text = format!("{ENUMERATE}\n\nEngines:\n");
    for name in EngineName::ALL {
        entry(&mut text, name.info().name, name.info().summary);
    }
    text
}

/// After the help of `enumerate`.
pub(crate) const ENUMERATE: &str = "\
Examples:
  loyd enumerate 3x3                                all 181,440 states of the 8-puzzle
  loyd enumerate 4x2 --metric multi --format csv
  loyd enumerate 3x3 --start centre
  loyd enumerate 5x5 --depth 20                     the first levels of a space far too large
  loyd enumerate cube2 --metric quarter             all 3,674,160 states of the 2x2x2 cube
  loyd enumerate 3x3 --antipodes 10                 the positions farthest from the start
  loyd enumerate 4x3 --plot levels.svg              a picture of the levels beside the table
  loyd enumerate 4x3 --dir run                      checkpoints, and a certificate when done
  loyd enumerate --resume run                       where it was stopped
  loyd enumerate 4x3 --dir files --memory 20MiB     levels in files, where they do not fit
  loyd enumerate 4x4 --depth 30 --dir first         the first 31 levels of the 15-puzzle, 1.4 G states

The start is the goal of `solve`, the tiles in order and the blank last; --start puts the blank on
another cell, with the tiles in the same order around it. Counts do not depend on the corner. A cube
starts solved, or as --start says; counts do not depend on it.

The counts of a complete enumeration are checked against the number of states there are, and all
counts against a published table where there is one; exits with 1 if they differ. A run that is
stopped prints its finished levels, draws them if there is a --plot, and exits with 3. One that is
kept in a folder (--dir) saves its state when it is stopped, by Ctrl-C too, and every ten minutes,
and goes on from there on this or another machine (--resume). `loyd verify` checks its certificate.

A board whose bitmaps do not fit --memory is counted in files if there is a --dir: each level is
read (in the multi-tile metric a part of it twice) and written once, coded, and committed when it is
complete. Within a level the state is saved every minute (--checkpoint-every) and when the run is
stopped. The level before the last one stays while there is room (--keep-levels): where the last one
is damaged --resume goes on from it. `loyd plan` says how much disk the run needs without it.

With --depth, a board whose bitmaps do not fit is counted by lists of the states themselves: their
room and time go with the states of the levels, 1.3 to 4 bytes each for two levels at a time, in
memory or, if there is a --dir, in files, where every level is committed when it is complete. The
last level is only counted. Deeper than 2.5 times the cells (multi-tile: half that) a run with a
--dir takes bitmaps.

A picture has the levels on a linear and on a logarithmic axis, and says radius, total, mean and
most frequent depth. Antipodes are the last lines of the results, and the command that solves them goes to standard
error. They are kept up to 65,536, or up to N if that is more; if there are more of them, their number
is printed, the command that keeps them all goes to standard error, and in JSON `antipodes` is null
beside `antipode_count`.";

/// After the help of `diameter`.
pub(crate) const DIAMETER: &str = "\
Examples:
  loyd diameter 3x3
  loyd diameter 4x3 --metric multi --format csv

One complete enumeration for each start cell that no symmetry of the board makes like another;
the diameter is the largest radius. A stopped run prints the starts it completed and a lower bound,
and exits with 3.";

/// After the help of `plan enumerate`.
pub(crate) const PLAN_ENUMERATE: &str = "\
Examples:
  loyd plan enumerate 7x2
  loyd plan enumerate 5x3 --memory 100GiB

Nothing is allocated for the board. Levels are shown where they are published, in JSON all of them
as `known_levels`; no run looks at them. The time is an estimate, from a run of the same engine on a
small board that takes less than a second. Exits with 2 if the run would not fit.";

/// After the help of `plan solve`.
pub(crate) const PLAN_SOLVE: &str = "\
Examples:
  loyd plan solve --size 4x4 --heuristic manhattan
  loyd plan solve -H pdb:6-6-6-6 -g blank-first -i boards.csv --format csv
  loyd plan solve \"14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\" --goal blank-first

The tables that a search takes, and the states that each iteration of idastar is expected to expand: exact
numbers of move strings at each depth, times how often the heuristic is low enough, sampled (Korf,
Reid & Edelkamp 2001). These are means over boards. A given board is searched for a fifth of a
second, and the means are scaled by what its first iterations took. `*` marks the length to be
expected of a board with this value of the heuristic, where lengths are published. Tables that are
soon built are built and kept.";

/// After the help of `scramble`.
pub(crate) const SCRAMBLE: &str = "\
Examples:
  loyd scramble                                    one random 15-puzzle
  loyd scramble --size 5x5 --count 10 --seed 7     the same ten boards everywhere
  loyd scramble --size 3x3 --count 9 | loyd solve -
  loyd scramble --puzzle cube3 --count 5 --seed 7  five cubes, as moves and as stickers

All boards that can reach the goal are equally likely. The generator is called chacha8-v1: as long
as it has this name, a seed means the same boards on every machine and in every version.";

/// After the help of `check`.
pub(crate) const CHECK: &str = "\
Examples:
  loyd check \"2 1 3 4 5 6 7 8 0\"
  loyd check -g blank-first \"14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\"
  loyd check --input boards.csv --format csv
  loyd check --puzzle cube2 \"R U R' U'\"

Exits with 1 when a board cannot reach its goal, and with 2 when it is none: stickers that no turns
produce, of a twisted corner for example, are no cube.";

/// After the help of `audit`.
pub(crate) const AUDIT: &str = "\
Examples:
  loyd audit manhattan --size 3x3
  loyd audit linear-conflict --size 3x3 --metric multi     a counterexample
  loyd audit walking-distance --size 4x3 --format json
  loyd audit pdb:7-8 --size 4x4 --count 1000
  loyd audit pdb:corners-4 --puzzle cube2

On boards of up to 12 cells every state and every move is looked at, level by level as `loyd
enumerate` finds them (4x3: 240 million states in 86 MiB and about a minute): the answer is a proof or a
counterexample. With --max-time, or stopped by Ctrl-C, it is that for all states up to a distance, and
the exit code 3. On larger boards, or with --sample, random boards are solved, and every state on their shortest solutions is compared:
counterexamples are certain, their absence proves nothing.

Of a cube2 all 3,674,160 states are looked at, by a table of their distances.

Exits with 1 when the heuristic is not admissible, or not consistent though it promises to be.";

/// After the help of `replay`.
pub(crate) const REPLAY: &str = "\
Examples:
  loyd solve -a astar -H manhattan --trace search.trace \"8 6 7 2 5 4 3 0 1\"
  loyd replay search.trace
  loyd replay search.trace --print --count 20
  loyd replay search.trace --format csv -o steps.csv

Keys: left and right step, up and down a hundred steps, home and end, space plays, + and - change
the speed, n and p go to the next and previous iteration or intermediate goal, tab changes between the
search and the solution, q ends.";

/// After the help of `verify`.
pub(crate) const VERIFY: &str = "\
Examples:
  loyd verify run                                  the folder of an enumeration
  loyd verify --moves \"L U\" \"1 2 3 4 0 5 7 8 6\"
  loyd verify --metric multi --moves \"U2 L2\" \"0 2 3 1 5 6 4 7 8\"
  loyd verify --puzzle cube2 --moves \"F' U R\" \"R' U' F\"

Moves are U, D, L, R: the direction in which a tile slides into the blank, with the number of tiles
when more than one slides. Of cubes they are turns of faces, R or R' or R2, and whole rotations.

A folder: checksums, what must hold of the counts, the published table where there is one, and the
distance of some boards of each level, found anew by search (for a minute, or --max-time; 50 million nodes each). Exits
with 1 when anything is wrong.";

/// After the help of `bench solve`.
pub(crate) const BENCH_SOLVE: &str = "\
Examples:
  loyd bench solve --count 10
  loyd bench solve -H manhattan -a idastar -a idastar-plain --threads 1
  loyd bench solve --input boards.csv --runs 5 --format json

`generated` is the signature of a configuration: with one thread it changes only when the search
does. CPU seconds and expansions a second include nothing but the searches; peak memory is that of
the process so far. Lengths are compared with the known ones after each run; exits with 1 when one
is wrong.";

/// After the help of `bench codec`.
pub(crate) const BENCH_CODEC: &str = "\
Examples:
  loyd bench codec 4x3
  loyd bench codec 7x2 --every 5 --units 16 --format json

Enumerates in the single-tile metric and encodes some units of each level. `fast` and `dense` choose
a codec for each unit; dense may choose rans. `B/state`: bytes of all levels, read and written, for
each state of the board; a level kept as a ball is read once, one kept as a frontier twice. `of
entropy` compares with independent bits of the density of their level. Rates are those of one core,
in bits that hold a state.";

/// After the help of `bench enumerate`.
pub(crate) const BENCH_ENUMERATE: &str = "\
Examples:
  loyd bench enumerate
  loyd bench enumerate 7x2 --runs 5 --metric multi --format json

`distances`, the sum of the distances of all states from the corner, is the signature: it changes
with any level. `of copies` compares the bytes that had to move with what this machine copies in
the same time, measured at the start; boards that fit a cache can exceed it. `per core-s` is states
a second and thread. Levels are compared with the published table after the run; exits with 1 when
they differ.";

/// After the help of `pdb build`.
pub(crate) const PDB_BUILD: &str = "\
Examples:
  loyd pdb build 7-8
  loyd pdb build 4-4 --goal blank-last
  loyd pdb build --size 4x4 1,2,5,6/3,4,7,8
  loyd pdb build --size 4x3 --encoding excess -o corner.pdb 1,2,5
  loyd pdb build 6-6-3 --encoding class       for searches in the multi-tile metric
  loyd pdb build patterns.txt

A drawing has a letter for each pattern, _ for the blank and . for tiles of no pattern:

  _ A A
  B A A
  B B B

Tables are kept in LOYD_CACHE, or in loyd/tables in the user's cache, and are shared by all goals
with the blank on a cell that symmetry makes the same.";

/// After the help of `pdb list`.
pub(crate) const PDB_LIST: &str = "\
Examples:
  loyd pdb list
  loyd pdb list --format json";

/// After the help of `pdb info`.
pub(crate) const PDB_INFO: &str = "\
Examples:
  loyd pdb info 7-8
  loyd pdb info corner.pdb --format json";

/// After the help of `pdb verify`.
pub(crate) const PDB_VERIFY: &str = "\
Examples:
  loyd pdb verify 7-8
  loyd pdb verify corner.pdb

All checksums are compared. Entries of tables of up to two million states (multi-tile: half a million)
are found again by a search that goes state by state; of larger ones, states on random walks from the goal and all their
neighbours are followed to the goal. Exits with 1 when an entry is wrong, with 2 when a file is
damaged.";

/// After the help of `plan pdb`.
pub(crate) const PLAN_PDB: &str = "\
Examples:
  loyd plan pdb 7-8
  loyd plan pdb --size 5x5 1,2,5,6,7,12,3,4";

/// After the help of `bench pdb`.
pub(crate) const BENCH_PDB: &str = "\
Examples:
  loyd bench pdb
  loyd bench pdb 7-8 --runs 5 --format json

Builds the tables of all patterns of a partition one after the other, without the cache. `distances`,
the sum of all distances in all tables, is the signature: it changes with any entry's value.";

/// After the short help of `compare`.
pub(crate) const COMPARE: &str = "\
Examples:
  loyd compare
  loyd compare --size 3x3,4x4 --count 20 -a idastar -H manhattan,linear-conflict
  loyd compare --set korf100 --count 10 -H manhattan,pdb:6-6-3 -o report.html
  loyd compare --puzzle cube2 --metric quarter -H permutation,pdb:corners-5

`--help` says what is measured, and lists algorithms and heuristics.";

const COMPARE_MORE: &str = "\
Lists have commas between names; in brackets, alternatives have bars between them and every
combination is meant: `wastar(1.5|3,ties=fifo|lifo)` is four algorithms. Each algorithm runs with
each heuristic; one that takes no heuristic runs once. What cannot be had for a size is left out
there, and said.

Runs go one at a time, on one thread, unless --threads says otherwise: their times are then honest.
With --runs N every search is run N times: all boards once, then all again. Its time is the median,
the spread is reported, and its counts must be the same each time (with --max-time, where they may
differ, the notes say where they do). Limits are for each run; --memory is shared by those that go on
at once.

Every solution is replayed. Proven lengths must agree with each other and with published ones, and
no solution may be shorter: where they do not agree the report begins with an error, and the exit
code is 1. It is 3 when a limit or Ctrl-C stopped a run; what is done is reported.

Reports (-o) have all tables, .html with pictures, .csv a row a run, .json both; a summary is printed
beside them. Each begins with the command that makes it again, the processor and the day. CSV has a
header and rows, nothing else; beside NAME.csv, NAME.meta.json has what it begins with and what the
columns are. `status` is that of `solve`, `stopped_by` is nodes, time or memory; what does not apply
is empty. --format json prints a line for each run as soon as it is done, those of --resume first;
what is known only at the end (optimal_length, ratio, estimate) is in reports and in CSV.

With --dir every result is kept as soon as it is there; after Ctrl-C, a kill or a crash, --resume goes
on from there.";

/// After the long help of `compare`.
pub(crate) fn compare() -> String {
    format!("{COMPARE}\n\n{COMPARE_MORE}\n\n{}\n{}", algorithms(), heuristics())
}

/// After the help of `completions`.
pub(crate) const COMPLETIONS: &str = "\
Examples:
  loyd completions bash > ~/.local/share/bash-completion/completions/loyd
  loyd completions zsh > ~/.zfunc/_loyd
  loyd completions fish > ~/.config/fish/completions/loyd.fish";

/// After the help of `man`.
pub(crate) const MAN: &str = "\
Examples:
  loyd man | man -l -
  loyd man solve > loyd-solve.1";
