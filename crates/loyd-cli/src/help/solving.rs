//! After the help of `solve` and `merge`.

use super::lists::{algorithms, heuristics};

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
      A 3x3 board. The letters of a solution are the directions in which tiles slide.
  loyd solve --size 3x2 \"3 1 2 0 4 5\"
  loyd solve \"3 1 2 / 0 4 5\"
      Boards that are not square need --size, unless they are written in rows.
  loyd solve --goal \"0 8 7 6 5 4 3 2 1\" \"1 2 3 4 5 6 7 8 0\"
      The shortest path between any two boards.
  loyd solve --goal \"1 2 3 ? ? ? ? ? ?\" \"8 6 7 2 5 4 3 0 1\"
      The first row: ? is any tile, and without a sign for the blank it may be on any of these cells.
  loyd solve --goal blank-first --goal blank-last \"8 6 7 2 5 4 3 0 1\"
      The nearest of several goals.
  loyd solve --metric multi \"0 1 3 4 2 5 7 8 6\"
      Sliding several tiles of a line at once counts as one move.
  loyd scramble --count 100 --seed 1 | loyd solve --format csv -
      Many boards: one per core, results in the order of the input.
  loyd solve --puzzle cube2 \"R U' F2 R' U\"
  loyd solve --puzzle cube2 --metric quarter UUUURRRRFFFFDDDDLLLLBBBB
      A cube is given by the moves that scramble it, or by its stickers, face by face: U R F D L B.
  loyd solve --input boards.csv --format json --max-time 1m -o solved.jsonl
      CSV needs a column `tiles` (cubes: `facelets` or `scramble`). The columns `id`, `goal`, `width` and `height` are used if present; others are copied to the results.
  loyd solve --dir solving \"8 6 7 2 5 4 3 0 1\"
  loyd solve --resume solving
      Stores results and the progress of each search in a folder, and resumes after a stop or a crash.
  loyd solve -H pdb:6-6-3 --all=5 \"5 1 2 4 9 6 3 8 13 10 7 11 14 15 12 0\"
      Pattern databases, built once and cached; the number of shortest solutions, five of them listed.
  loyd solve --slack 2 --all=5 \"8 6 7 2 5 4 3 0 1\"
      The number of solutions that are up to two moves longer than the shortest, five of them listed.
  loyd solve --puzzle cube3 --moves U,R \"R U R' U' R U2\"
  loyd solve --puzzle pyraminx --moves U,R \"U R U' R'\"
      Only turns of U and R; U,R2 would allow no quarter turn of R.
  loyd solve --input boards.csv --part 3/16 --dir parts
  loyd merge parts --format csv -o solved.csv
      The third of 16 parts, solved in parts/part-3: one on each machine, or one for each task of an array job. The same command continues a part that was stopped.
  loyd solve -H 'max(hamming,manhattan)' -a idastar-plain \"8 6 7 2 5 4 3 0 1\"
  loyd solve -H command:'python3 mine.py' -a astar \"8 6 7 2 5 4 3 0 1\"
  loyd solve -H table:values.csv -a 'wastar(2)' \"8 6 7 2 5 4 3 0 1\"
      Estimates of a program or of a table (CSV or .parquet, columns position, value), for astar, wastar and beam. The program reads a number N and N positions, each on a line, and writes N whole numbers, again and again. It fails if it does not answer within 60 s.
  loyd solve --set korf100 --ids 3,10-20 --format csv
      Published boards. A result that contradicts `published_length` is a failed check (exit code 1), also in a file with this column.

Fields of a result: id, status (solved, unsolvable, stopped or invalid), length, proven (true if no
solution is shorter), lower_bound, moves, expanded (states whose successors were generated),
generated, seconds (of the search alone), algorithm, heuristic, puzzle (such as 4x4), tiles, width,
height (cubes: facelets), goal, metric. The CSV of results is valid input. Other columns of the input
are copied, as input_NAME if a field has the same name.

A board is written as its tiles in reading order. Rows may be separated (`1 2 3 / 4 5 0`, or one row
per line of a file); JSON arrays (`[[1,2],[3,0]]`) are read too, and for up to 16 cells hexadecimal
digits (`123/450`). The blank is 0, `_`, `.`, `x` or `-`. Rows must have equal lengths and fit
--size. CSV may be separated by commas, semicolons or tabs. A file of cubes has moves or stickers in
each line; numbers before them (`1.`, `2)`) and comments after `#` or `//` are skipped.

A search stopped by a limit or by Ctrl-C prints the proven lower bound and the best solution found
(status stopped, proven false), and exits with 3. A tenth of --max-time, at most 10 s, is reserved
for finding that solution. If algorithm and heuristic are left open, boards of 25 cells and more get
half of --max-time (5x5) or nine tenths of it for a beam search, and on a terminal a limit of 10 s.
Limits apply to each board.";

/// After the help of `merge`.
pub(crate) const MERGE: &str = "\
Examples:
  loyd solve -i boards.csv --part 1/2 --dir shared
  loyd solve -i boards.csv --part 2/2 --dir shared
  loyd merge shared
      All results, in the order of boards.csv.
  loyd merge a/part-1 b/part-2 --format csv -o all.csv
      Parts from the disks of two machines.

Every solution is replayed first. A board without a result has the status `stopped`, the boards of a
missing part are left out, and the exit code is then 3, with the commands that continue.";

/// After the long help of `solve`.
pub(crate) fn solve() -> String {
    format!("{SOLVE_EXAMPLES}\n\n{}\n{}", algorithms(), heuristics())
}
