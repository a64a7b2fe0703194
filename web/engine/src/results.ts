// Generated from the structs of the crate `loyd`. To write it again:
// LOYD_WRITE_TYPES=1 cargo test -p loyd --lib types_of_the_page

/** The progress of a search in plain values. */
export type SolveProgress = {
  /** The bound of the iteration, or the least f: every solution costs at least this much. */
  bound: number,
  /** The cost of the best solution so far. */
  best: number | null,
  /** States expanded. */
  expanded: number,
  /** States generated; null if the search counts them at the end of an iteration. */
  generated: number | null,
  /** States on the open list; 0 for searches without lists. */
  open: number,
  /** States on the closed list; 0 for searches without lists. */
  closed: number,
  /** The completed share of the iteration, from 0 to 1, if it can be estimated. */
  fraction: number | null,
  /** Seconds since the search began. */
  seconds: number,
};

/** The progress of building a table. */
export type TableProgress = {
  /** The table in a few words: `6 tiles of a 4x4 board`. */
  table: string,
  /** The share of its entries that are computed, from 0 to 1. */
  share: number,
  /** Seconds since the table was started. */
  seconds: number,
};

/** The facts about a position, in plain values; empty if the position could not be read. */
export type CheckResult = {
  /** The puzzle, such as `4x4`. */
  puzzle: string | null,
  /** The goal, as a position on one line. */
  goal: string | null,
  /** True if it can be solved. */
  solvable: boolean | null,
  /** The metric. */
  metric: string | null,
  /** The reason why it cannot be solved. */
  message?: string,
};

/** Random positions. */
export type ScrambleResult = {
  /** The puzzle, such as `4x4`. */
  puzzle: string,
  /** The goal, by its name if it has one. */
  goal: string,
  /** The positions, each on one line. */
  positions: Array<string>,
  /** The generator, which defines the positions of a seed. */
  generator: string,
};

/** The result of a replay, in plain values. */
export type ReplayResult = {
  /** True if every move is possible, and the last one reaches the goal. */
  valid: boolean,
  /** The cost of the moves. */
  length: number,
  /** The metric. */
  metric: string,
  /** The number of the first impossible move, from 1. */
  illegal_move: number | null,
  /** The last position, if every move is possible. */
  end: string | null,
  /** The puzzle, such as `4x4`. */
  puzzle: string,
  /** The goal, by its name if it has one. */
  goal: string,
  /** The reason why a move is impossible. */
  message?: string,
};

/** A recorded search. */
export type TraceResult = {
  /** The program that recorded the search. */
  program: string,
  /** The puzzle. */
  puzzle: string,
  /** The shape, such as `4x4`. */
  shape: string,
  /** The metric. */
  metric: string,
  /** The algorithm. */
  algorithm: string,
  /** The heuristic. */
  heuristic: string,
  /** The start, as a position on one line. */
  start: string,
  /** The goal, as a position on one line. */
  goal: string,
  /** The steps. */
  steps: Array<TraceStep>,
  /** The end; null if the recording was interrupted. */
  end: TraceEnd | null,
  /** The places that each intermediate goal adds, for searches with intermediate goals. */
  intermediate_goals: Array<Array<number>> | null,
};

/** A step of a recorded search. */
export type TraceStep = { "kind": "expansion" } & TraceExpansion | { "kind": "iteration",
  /** The bound. */
  value: number,
} | { "kind": "intermediate_goal",
  /** The number of the next intermediate goal, from 1. */
  value: number,
} | { "kind": "solution",
  /** The cost. */
  value: number,
};

/** The expansion of a state. */
export type TraceExpansion = {
  /** The step of the parent, from 0; null for a root. */
  parent: number | null,
  /** The move from the parent. */
  move: string | null,
  /** The position, in the notation of requests. */
  board: string | null,
  /** The cost of the path to the state. */
  g: number,
  /** The estimate. */
  h: number,
  /** The priority in the open list. */
  f: number,
  /** States on the open list. */
  open: number,
  /** States on the closed list. */
  closed: number,
  /** True if the search from the goal of a bidirectional search expanded the state. */
  backward: boolean,
};

/** The end of a recorded search. */
export type TraceEnd = {
  /** The status: `solved`, `unsolvable` or `stopped`. */
  status: 'solved' | 'unsolvable' | 'stopped',
  /** True if the moves are proven shortest, or the position proven unsolvable. */
  proven: boolean,
  /** The solution. */
  moves: string | null,
  /** States expanded, whether recorded or not. */
  expanded: number,
  /** States generated. */
  generated: number,
  /** The reason why the search stopped. */
  message: string | null,
};

/** The levels of a space, in plain values. */
export type EnumerateResult = {
  /** The puzzle, such as `4x3`. */
  puzzle: string,
  /** The metric. */
  metric: string,
  /** The start as a position, on one line. */
  start: string,
  /** The cell of the blank in the start, for puzzles with a blank. */
  start_cell: number | null,
  /** States at depth 0, 1, 2, …; finished levels only. */
  levels: Array<number>,
  /** The sum of the levels. */
  total: number,
  /** True if every state was counted. */
  complete: boolean,
  /** The depth of the farthest states, if every state was counted. */
  radius: number | null,
  /** The engine, if it has a name. */
  engine: string | null,
  /** Seconds of the search, without the setup. */
  seconds: number,
  /** Seconds to allocate memory and to build or load tables. */
  setup_seconds: number,
  /** Maximum memory of the engine's structures. */
  peak_memory_bytes: number,
  /** Bytes read from files. */
  bytes_read: number,
  /** Bytes written to files. */
  bytes_written: number,
  /** The level from which the run was resumed. */
  resumed_at_depth: number | null,
};

/** The antipodes of an enumeration. */
export type Antipodes = {
  /** The listed antipodes, each on one line; null if they are unknown, or too many to be stored. */
  antipodes: Array<string> | null,
  /** The number of antipodes, if every state was counted. */
  antipode_count: number | null,
};

/** A puzzle, and the names that its requests may use. */
export type PuzzleInfo = {
  /** The name. */
  name: string,
  /** A description in a few words. */
  title: string,
  /** The noun for a position: "board", "cube". */
  noun: string,
  /** The default shape. */
  shape: string,
  /** True if the puzzle has other shapes. */
  has_sizes: boolean,
  /** Metrics with their definitions of a move, the default metric first. */
  metrics: Array<[string, string]>,
  /** Named goals with summaries. */
  goals: Array<[string, string]>,
  /** Algorithms with summaries. */
  algorithms: Array<[string, string]>,
  /** Heuristics with summaries, weakest first, then named pattern databases. */
  heuristics: Array<[string, string]>,
};
