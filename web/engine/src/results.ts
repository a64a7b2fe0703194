// Generated from the structs of the crate `loyd`. To write it again:
// LOYD_WRITE_TYPES=1 cargo test -p loyd --lib types_of_the_page

/** A request to solve a position. `None` leaves a choice open. */
export type SolveRequest = {
  /** The puzzle: `tiles`, `cube2`, `cube3`. */
  puzzle?: string,
  /** The position. */
  board: string,
  /** The shape, such as `4x3`, where the position does not tell it. */
  size?: string,
  /** The goal, by name or as a position. */
  goal?: string,
  /** The metric. */
  metric?: string,
  /** The algorithm, such as `astar` or `wastar(3)`. */
  algorithm?: string,
  /** The heuristic, such as `manhattan` or `pdb:7-8`. */
  heuristic?: string,
  /** The moves that are allowed, such as `U,R2`, if not all are; of cubes and twisty puzzles. */
  moves?: string,
  /** Threads of the search. */
  threads?: number,
  /** Count all shortest solutions too, and list up to this many of them. */
  all?: number,
  /** Count and list also solutions that are up to this many moves longer than the shortest, at most 20; without `all` it lists 100. */
  slack?: number,
};

/** The limits of a search. */
export type SearchLimits = {
  /** The greatest number of expanded states. */
  max_nodes?: number,
  /** The greatest number of seconds. */
  max_time?: number,
  /** The greatest size of the open and closed lists in bytes. */
  memory?: number,
};

/** A request to check a position. */
export type CheckRequest = {
  /** The puzzle: `tiles`, `cube2`, `cube3`. */
  puzzle?: string,
  /** The position. */
  board: string,
  /** The shape, such as `4x3`, where the position does not tell it. */
  size?: string,
  /** The goal, by name or as a position. */
  goal?: string,
  /** The metric. */
  metric?: string,
};

/** A request for random positions. */
export type ScrambleRequest = {
  /** The puzzle: `tiles`, `cube2`, `cube3`. */
  puzzle?: string,
  /** The shape, such as `4x3`; the default shape if neither shape nor goal is set. */
  size?: string,
  /** The goal that the positions can reach, by name or as a position. */
  goal?: string,
  /** The number of positions. */
  count: number,
  /** The seed: equal seeds give equal positions in every version. */
  seed: number,
  /** Find moves that make each position too. */
  moves?: boolean,
};

/** A request to replay moves. */
export type ReplayRequest = {
  /** The puzzle: `tiles`, `cube2`, `cube3`. */
  puzzle?: string,
  /** The position. */
  board: string,
  /** The moves, separated by spaces. */
  moves: string,
  /** The shape, such as `4x3`, where the position does not tell it. */
  size?: string,
  /** The goal, by name or as a position. */
  goal?: string,
  /** The metric. */
  metric?: string,
};

/** A request to enumerate a space from a start, in memory. `None` leaves a choice open. */
export type EnumerateRequest = {
  /** The puzzle: `tiles`, `cube2`, `cube3`. */
  puzzle?: string,
  /** The shape, such as `4x3`, of a puzzle that has several. */
  size?: string,
  /** The start: a position, or for tiles the cell of the blank; the default goal if it is not set. */
  start?: string,
  /** The metric. */
  metric?: string,
  /** The last level to count; all levels by default. */
  depth?: number,
  /** The greatest number of antipodes to return. */
  antipodes?: number,
};

/** The result for one position, in plain values. */
export type SolveResult = {
  /** The status. */
  status: Status,
  /** The cost of the solution, or of the best one that a stopped search found. */
  length: number | null,
  /** True if no solution is shorter. */
  proven: boolean,
  /** Every solution costs at least this much. */
  lower_bound: number | null,
  /** The solution. */
  moves: string | null,
  /** States expanded. */
  expanded: number | null,
  /** States generated. */
  generated: number | null,
  /** Seconds of the search, without those of tables. */
  seconds: number | null,
  /** The algorithm that was used. */
  algorithm: string | null,
  /** The heuristic that was used. */
  heuristic: string | null,
  /** The puzzle, such as `4x4`. */
  puzzle: string | null,
  /** The goal, by its name if it has one. */
  goal: string | null,
  /** The metric. */
  metric: string,
  /** The number of shortest solutions, or of those within the slack, if the request wants it. */
  solutions?: SolutionCount,
  /** The algorithm that proved the lower bound, where the search itself did not. */
  bound_by?: string,
  /** The algorithm that found the solution, where the search itself did not. */
  found_by?: string,
  /** The listed shortest solutions, if the request wants their number. */
  all_moves?: Array<string>,
  /** The greatest difference of their lengths from the shortest, if the request has one. */
  slack?: number,
  /** The remark on this end. */
  message?: string,
};

/** The status of a solved position. */
export type Status = "solved" | "unsolvable" | "stopped" | "invalid";

/** The number of shortest solutions, in JSON a text beyond 32 bits; null if they were not counted. */
export type SolutionCount = number | string | null;

/** The open and closed lists of a search. */
export type ListStatistics = {
  /** States put on the open list. */
  inserted: number,
  /** Closed states that were reopened. */
  reopened: number,
  /** The greatest number of states on the open list. */
  peak_open: number,
  /** The greatest number of states on the closed list. */
  peak_closed: number,
  /** The greatest size of both lists. */
  bytes: number,
};

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
  /** The moves that make each position, if the request wants them: of tiles from the goal, of other puzzles from the solved position. Null where a search found none. */
  moves?: Array<string | null>,
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

/** The patterns of an additive database, and their shares of its estimate of a position. */
export type PatternsResult = {
  /** The heuristic. */
  heuristic: string,
  /** The estimate. */
  total: number,
  /** The patterns. */
  patterns: Array<PatternShare>,
};

/** A pattern of an additive database. */
export type PatternShare = {
  /** The tiles. */
  tiles: Array<number>,
  /** The share of the estimate. */
  value: number,
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
