//! Help that teaches: examples, and lists generated from the registries.

mod layout;
mod lists;
mod short;
mod solving;
mod tables;

pub(crate) use layout::{ascii, laid_out, roff};
use lists::{algorithms, entry, heuristics};
use loyd_enumerate::EngineName;
pub(crate) use short::shortened;
pub(crate) use solving::{MERGE, SOLVE, solve};
pub(crate) use tables::{
    CACHE_CLEAR, CACHE_LIST, CACHE_SIZE, PDB_BUILD, PDB_INFO, PDB_LIST, PDB_VERIFY, PLAN_PDB,
};

/// After the help of the program.
pub(crate) const PROGRAM: &str = "\
Examples:
  loyd \"4 8 9 12 13 6 2 14 11 3 5 1 0 10 7 15\"     solve a 15-puzzle
  loyd solve 867254301                             a 3x3 board as digits
  loyd solve --size 3x2 \"3 1 2 0 4 5\"              any size
  loyd scramble --size 4x4 --count 5 | loyd solve -
  loyd check \"2 1 3 4 5 6 7 8 0\"                   can it be solved?
  loyd solve --puzzle cube3 \"R U' F2 D L\"          a scrambled 3x3x3 cube
  loyd enumerate 3x3                               all 181,440 states

`loyd help COMMAND` describes a command. Results go to standard output, everything else to standard
error. Exit codes: 0 success, 1 unsolvable or a failed check, 2 bad input, 3 stopped by a limit or
Ctrl-C, 4 failure of the environment, such as a full disk.";

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
  loyd enumerate 5x5 --depth 20                     the first levels of a very large space
  loyd enumerate cube2 --metric quarter             all 3,674,160 states of the 2x2x2 cube
  loyd enumerate skewb --moves R,U                  the states that two moves of the skewb make
  loyd enumerate 3x3 --antipodes 10                 ten of the farthest positions
  loyd enumerate 3x3 --list 20=5                    five of the positions at depth 20
  loyd enumerate cube2 --list last --format csv     the farthest positions, as `solve --input` reads them
  loyd enumerate 4x3 --plot levels.svg              the table, and a chart of the levels
  loyd enumerate 4x3 --dir run                      with checkpoints and a certificate
  loyd enumerate --resume run                       resumes from the last checkpoint
  loyd enumerate 4x3 --dir files --memory 20MiB     levels in files
  loyd enumerate 4x4 --depth 24 --dir first         the first 25 levels of the 15-puzzle, 43 M states
  loyd enumerate 4x3 --dir three --processes 3      three processes on this machine
  loyd enumerate cube3 --depth 6 --processes 2

The start is the default goal of `solve`: the tiles in order, the blank last. --start places the
blank on another cell, with the tiles in the same order. All corners have the same counts. It can be a
goal with ? for any tile, such as \"1 2 3 ? ? ? ? ? ?\": all its boards are at depth 0. Other
puzzles start solved unless --start names a position; the counts of a cube do not depend on it. For
twisty puzzles it can be a pattern with ? for free pieces: positions that differ only in free pieces
are then one state.

The total of a complete enumeration is checked against the number of states, and all levels against
the published table if there is one; the exit code is 1 if they differ. A stopped run prints its
finished levels, draws them if --plot is given, and exits with 3. A run in a folder (--dir) saves a
checkpoint every ten minutes and when it is stopped, also by Ctrl-C. --resume continues it on this or
another machine. `loyd verify` checks its certificate.

A board whose bitmaps exceed --memory is enumerated in files if --dir is given. Each level is read
once (in the multi-tile metric a part of it twice) and written once, in coded form, and is committed
when it is complete. Within a level a checkpoint is saved every minute (--checkpoint-every) and when
the run is stopped. The previous level is stored while there is disk space (--keep-levels): if the last
level is damaged, --resume continues from the previous one. `loyd plan` prints the disk space that a
run needs without it.

Several processes can share an enumeration. --processes starts all of them on this machine; --hosts
starts one of them, at the address in its line of the file. Each has its --memory and its folder in
--dir. Levels of boards are in files, and each process keeps the last two; levels of other puzzles
are in memory, and --dir keeps checkpoints of them. If a process is lost, all end with exit code 4, and
the message names it. --resume with the same number of processes continues from the newest level that
all have stored. The ports are for networks that you trust: nothing is encrypted.

With --depth, a board whose bitmaps exceed --memory is enumerated by lists of states. Their size and
time grow with the levels: 1.3 to 4 bytes per state, two levels at a time, in memory or, with --dir,
in files, where a level is committed when it is complete. The states of the last level are counted
and not stored. For depths above 2.5 times the number of cells (multi-tile: half that) a run with
--dir uses bitmaps.

--list prints positions instead of counts, with a column `distance`, in lexicographic order of their
numbers; with =N the first N of them. It needs no engine: the levels are sets in memory, or, if these
exceed 256 MiB and the states have ranks, the distances of all states.

A chart shows the levels on a linear and on a logarithmic axis, with radius, total, mean and most
frequent depth. Antipodes are the last lines of the results; the command that solves them is printed
on standard error. At most 65,536 are stored, or N if that is more. If there are more, their number is
printed, with the command that stores all of them; in JSON `antipodes` is then null.";

/// After the help of `distance`.
pub(crate) const DISTANCE: &str = "\
Examples:
  loyd distance \"8 6 7 2 5 4 3 0 1\"
  loyd distance --size 3x3 --input boards.csv --format csv
  loyd distance --puzzle cube2 \"R U F2\"
  loyd distance --db sqlite:8.db \"8 6 7 2 5 4 3 0 1\"

The distance is the length of a shortest solution. The distances of all states are computed once, in
five bytes a state at most, for up to 2^28 states with ranks: boards of up to 12 cells, the 2x2x2 cube,
the Pyraminx. Those of 4x3, 240 million, take minutes. `loyd solve` finds the lengths of larger puzzles. With --db, distances are the levels of a
graph that `loyd graph build` stored, with its goal and its metric.

Exits with 1 if a position cannot reach the goal, with 2 if one is invalid or its puzzle is too large,
and with 3 if one is deeper than the levels of the graph.";

/// After the help of `diameter`.
pub(crate) const DIAMETER: &str = "\
Examples:
  loyd diameter 3x3
  loyd diameter 4x3 --metric multi --format csv
  loyd diameter 4x4 --dir RUNS --memory 16GiB
  loyd diameter 4x4 --resume RUNS

Enumerates the space once for each class of start cells under the symmetry of the board. The
diameter is the largest radius. A stopped run prints its finished starts and a lower bound, and exits
with 3. With --dir each start has a run in a folder, RUNS/start-CELL, one after the other; `loyd verify`
checks each of them. With --processes several processes share each run. On several machines run
`loyd enumerate WxH --start CELL --hosts FILE --dir RUNS/start-CELL` for each start; then --resume RUNS reads
the results.";

/// After the help of `plan enumerate`.
pub(crate) const PLAN_ENUMERATE: &str = "\
Examples:
  loyd plan enumerate 7x2
  loyd plan enumerate 5x3 --memory 100GiB
  loyd plan enumerate 4x4 --processes 16 --network 10Gb/s --memory 64GiB

Allocates nothing for the board. Published levels are shown, in JSON as `known_levels`; no run reads
them. The time is an estimate from a run of the same engine on a small board, which takes less than a
second. Exits with 2 if the run would not fit. With --processes, memory, files and time are those of each
process, on a machine like this one.";

/// After the help of `plan solve`.
pub(crate) const PLAN_SOLVE: &str = "\
Examples:
  loyd plan solve --size 4x4 --heuristic manhattan
  loyd plan solve -H pdb:6-6-6-6 -g blank-first -i boards.csv --format csv
  loyd plan solve \"14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\" --goal blank-first

Prints the tables of a search, and the number of states that each iteration of idastar is expected to
expand: the exact number of move strings of each length, times the sampled probability that the
heuristic is low enough (Korf, Reid & Edelkamp 2001). These are means over all boards. A given board is
searched for a fifth of a second, and the means are scaled by its first iterations. `*` marks the
expected length for this value of the heuristic, where lengths are published. Tables that take little
time are built and cached.";

/// After the help of `scramble`.
pub(crate) const SCRAMBLE: &str = "\
Examples:
  loyd scramble                                    one random 15-puzzle
  loyd scramble --size 5x5 --count 10 --seed 7     the same ten boards everywhere
  loyd scramble --size 3x3 --count 9 | loyd solve -
  loyd scramble --puzzle cube3 --count 5 --seed 7  five cubes, as moves and as stickers
  loyd scramble --puzzle pyraminx --count 5        five positions, as moves and as patterns
  loyd scramble --size 4x4 --moves                 a board, and moves that lead from the goal to it
  loyd scramble --size 3x3 --length 20 --count 5   boards that take exactly twenty moves
  loyd scramble --size 3x3 --easy --count 5        boards near the goal
  loyd scramble --set korf100 --ids 3,10-20        published boards with their lengths

All positions that can reach the goal are equally likely. The generator is named chacha8-v1: under
this name a seed gives the same positions on every machine and in every version.

--easy and --hard choose by distance. Of a space of up to 2^28 states with ranks, --easy is uniform over
all positions from distance 1 to the smallest distance within which a quarter of all positions are, and
--hard over those from the largest distance on at or beyond which a quarter are. Of a larger space it is
the one of 16 random positions with the lowest or highest estimate, the greatest of the heuristics that
`loyd check` prints; an estimate is not a distance.

A position is drawn as a state; its moves are a solution of that state, inverted, and replayed before
they are printed. They begin at the solved cube or puzzle, of boards at the goal. The 3x3x3 takes some
milliseconds (two-phase algorithm, at most 21 half turns), plus half a second once for tables. The
4x4x4 cube and the Megaminx are solved in phases, in seconds. Other twisty
puzzles are solved by IDA* or beam search; positions of puzzles with more than 2^64 states, and
positions that these searches do not solve, are printed without moves, and a note reports it.";

/// After the help of `check`.
pub(crate) const CHECK: &str = "\
Examples:
  loyd check \"2 1 3 4 5 6 7 8 0\"
  loyd check -g blank-first \"14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\"
  loyd check --input boards.csv --format csv
  loyd check --puzzle cube2 \"R U R' U'\"

Stickers of a cube, face by face in the order U R F D L B, each face by its numbers:
             U1 U2 U3
             U4 U5 U6
             U7 U8 U9
   L1 L2 L3  F1 F2 F3  R1 R2 R3  B1 B2 B3
   L4 L5 L6  F4 F5 F6  R4 R5 R6  B4 B5 B6
   L7 L8 L9  F7 F8 F9  R7 R8 R9  B7 B8 B9
             D1 D2 D3
             D4 D5 D6
             D7 D8 D9

Letters are those of faces, of colours (W Y R O G B), or any six. The net that is printed can be read
back. Other orders of faces of a 3x3x3 are recognized, see Cubes in the book.

Exits with 1 if a board cannot reach its goal, and with 2 if it is invalid: stickers that no turns
produce, such as those of a cube with a twisted corner, are invalid.";

/// After the help of `audit`.
pub(crate) const AUDIT: &str = "\
Examples:
  loyd audit manhattan --size 3x3
  loyd audit linear-conflict --size 3x3 --metric multi     a counterexample
  loyd audit walking-distance --size 4x3 --format json
  loyd audit pdb:7-8 --size 4x4 --count 1000
  loyd audit pdb:corners-4 --puzzle cube2
  loyd audit command:'python3 mine.py' --size 3x3          a heuristic of your own

Boards of up to 12 cells: every state and every move is checked, level by level as `loyd enumerate`
finds them (4x3: 240 million states in 86 MiB and about a minute). The result is a proof or a
counterexample. A run stopped by --max-time or Ctrl-C proves it for all states up to some distance,
and exits with 3. Larger boards, or --sample: random boards are solved, and every state on their
shortest solutions is checked. A counterexample is certain, its absence proves nothing. --max-time is
the time of all searches together.

All 3,674,160 states of cube2 are checked, with a table of their distances. A program (`command:`)
must answer each block of positions within 60 s.

Exits with 1 if the heuristic is not admissible, or declared consistent and is not.";

/// After the help of `replay`.
pub(crate) const REPLAY: &str = "\
Examples:
  loyd solve -a astar -H manhattan --trace search.trace \"8 6 7 2 5 4 3 0 1\"
  loyd replay search.trace
  loyd replay search.trace --print --count 20
  loyd replay search.trace --format csv -o steps.csv

Keys: left and right move one step, up and down a hundred steps, home and end to either end. Space
plays, + and - change the speed. n and p move to the next and previous iteration or intermediate goal.
Tab switches between the search and the solution. q quits.";

/// After the help of `play`.
pub(crate) const PLAY: &str = "\
Examples:
  loyd play                                        a random 15-puzzle
  loyd play 3x3 --board \"8 6 7 2 5 4 3 0 1\"
  loyd play cube3

Keys: the arrows slide a tile; u, r, f, d, l, b turn a face of a cube, with Shift backwards; moves of other
puzzles are written and end with Enter. Backspace takes a move back. Tab shows the next move of a
shortest solution, Enter makes it, Ctrl-P plays the solution. Ctrl-R restarts, Ctrl-N begins with a new
position, Esc quits.";

/// After the help of `show`.
pub(crate) const SHOW: &str = "\
Examples:
  loyd show --moves \"L U\" \"1 2 3 4 0 5 7 8 6\"
  loyd show --puzzle cube3 --moves \"U R' F\" \"F' R U'\"
  loyd show --moves \"L U\" \"1 2 3 4 0 5 7 8 6\" --export moves.gif --speed 1
  loyd solve --show \"8 6 7 2 5 4 3 0 1\"             the moves of a solution

Keys: left and right make one move forward or back, home and end go to either end. Space plays, + and -
change the speed. q quits.";

/// After the help of `verify`.
pub(crate) const VERIFY: &str = "\
Examples:
  loyd verify run                                  the folder of an enumeration
  loyd verify --moves \"L U\" \"1 2 3 4 0 5 7 8 6\"
  loyd verify --metric multi --moves \"U2 L2\" \"0 2 3 1 5 6 4 7 8\"
  loyd verify --puzzle cube2 --moves \"F' U R\" \"R' U' F\"

Moves of tiles are U, D, L, R: the direction in which a tile slides into the blank, followed by the
number of tiles if more than one slides. Moves of cubes are turns of faces, R or R' or R2, and
rotations of the whole cube.

For a folder, verify checks its checksums, the conditions on its counts, the published table if there
is one, and the distances of some boards of each level by a search (for a minute, or --max-time; at
most 50 million nodes each). Exits with 1 if anything is wrong.";

/// After the help of `bench solve`.
pub(crate) const BENCH_SOLVE: &str = "\
Examples:
  loyd bench solve --count 10
  loyd bench solve -H manhattan -a idastar -a idastar-plain --threads 1
  loyd bench solve --input boards.csv --runs 5 --format json
  loyd bench solve -H pdb:6-6-3 -a idastar --all-kernels --runs 3 --threads 1

`generated` is the signature of a configuration: with one thread it changes only if the search
changes. CPU seconds and expansions per second cover the searches alone; peak memory is that of the
process so far. With --all-kernels, a run with each instruction set follows a run with the one before,
and `times` is CPU seconds relative to those of the fastest. Lengths are compared with the known ones
after each run; exits with 1 if one is wrong.";

/// After the help of `bench codec`.
pub(crate) const BENCH_CODEC: &str = "\
Examples:
  loyd bench codec 4x3
  loyd bench codec 7x2 --every 5 --units 16 --format json
  loyd bench codec 4x3 --all-kernels

Enumerates in the single-tile metric and encodes some units of each level. `fast` and `dense` choose
a codec for each unit; only dense may choose rANS. `B/state`: bytes of all levels, read and written,
per state of the board; a level stored as a ball is read once, one stored as a frontier twice. `of
entropy`: relative to the entropy of independent bits with the density of their level. Rates are per
core, in bits that stand for a state. With --all-kernels, `times` are seconds relative to those of the
fastest instruction set up to --cpu; the bytes are the same for all.";

/// After the help of `bench enumerate`.
pub(crate) const BENCH_ENUMERATE: &str = "\
Examples:
  loyd bench enumerate
  loyd bench enumerate 7x2 --runs 5 --metric multi --format json

`distances`, the sum of the distances of all states from the corner, is the signature: it changes
if any level changes. `of copies` is the traffic of the run as a share of the copying speed of this
machine, measured at the start; boards that fit a cache can exceed it. `per core-s` is states per
second and thread. Levels are compared with the published table after the run; exits with 1 if they
differ.";

/// After the help of `bench gpu`.
#[cfg(feature = "gpu")]
pub(crate) const BENCH_GPU: &str = "\
Examples:
  loyd bench gpu
  loyd bench gpu 7x2 --format csv -o docs/gpu/NAME.csv
  loyd bench gpu 3x3 4x3 --adapter software

Every level is compared with the published table after the run, or with the memory engine where none
is published (`sum only`: neither, but the total is right); exits with 1 if they differ. `moved` is
the bytes of bitmaps read and written, without skipped blocks, and `of copies` their rate as a
share of the copying speed of the same card, measured at the start; boards that fit a cache can exceed
it.";

/// After the help of `bench pdb`.
pub(crate) const BENCH_PDB: &str = "\
Examples:
  loyd bench pdb
  loyd bench pdb 7-8 --runs 5 --format json
  loyd bench pdb 6-6-3 --all-kernels

Builds the tables of all patterns of a partition one after the other, without the cache. `distances`,
the sum of all distances in all tables, is the signature: it changes if any entry changes. With
--all-kernels, `times` are seconds relative to those of the fastest instruction set.";

/// After the short help of `compare`.
pub(crate) const COMPARE: &str = "\
Examples:
  loyd compare
  loyd compare --size 3x3,4x4 --count 20 -a idastar -H manhattan,linear-conflict
  loyd compare --set korf100 --count 10 -H manhattan,pdb:6-6-3 -o report.html
  loyd compare --puzzle cube2 --metric quarter -H permutation,pdb:corners-5
  loyd compare -n 20 -a idastar,astar --warmup 1 --runs 5 -o charts.svg

`--help` describes the measures, and lists algorithms and heuristics.";

const COMPARE_MORE: &str = "\
Names in a list are separated by commas. Bars within parentheses separate alternatives, and every
combination is run: `wastar(1.5|3,ties=fifo|lifo)` is four algorithms. Each algorithm runs with each
heuristic; an algorithm that takes no heuristic runs once. A combination that is unavailable for a
size is left out with a note.

Runs are sequential and use one thread, so that their times are comparable, unless --threads allows
more. With --runs N every search runs N times: all boards once, then all boards again. The time of a
search is the median; the deviation reported (MAD) is the median absolute deviation. --warmup N runs
each search N times before, unmeasured. Counts must be equal each time; with --max-time they may differ,
and notes say where. Limits apply to each run; runs side by side share --memory.

The fastest search, of those that solved most positions, is compared with each other one: the ratio of
the times, the positions on which either was faster, and the probability p of such a split by chance
(two-sided sign test); a difference is called significant if p < 0.05. A warning is printed if the
searches took more than 1.2 times their processor time, because other programs used the processor.

Every solution is replayed. Proven lengths must agree with each other and with published lengths, and
no solution may be shorter. If they disagree, the report begins with an error and the exit code is 1.
It is 3 if a limit or Ctrl-C stopped a run; finished runs are reported.

Reports (-o) contain all tables: .html with charts, .csv with one row per run, .json with both. .svg has
four charts of each group: positions solved within a time and within a number of expanded states, and
every search against the fastest one, a mark for each position. A summary is printed as well. Each report begins with the command that repeats it, the processor and the
date. CSV is a header and rows; NAME.meta.json beside NAME.csv has the conditions, the tables and the
meaning of the columns. `status` is that of `solve`; `stopped_by` is nodes, time or memory; fields that do not
apply are empty. --format json prints a line per run as soon as it is finished, those of --resume
first. Values known only at the end (optimal_length, ratio, estimate) are in reports and in CSV.

With --dir every result is stored at once. After Ctrl-C, a kill or a crash, --resume
continues with the rest.";

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
