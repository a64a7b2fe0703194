/**
 * Requests to the engine and their results. The engine is the solver compiled to WebAssembly in a
 * worker, or the HTTP interface of `loyd serve`; a view does not know which.
 *
 * Field names are those of `loyd ... --format json`.
 */

/** A puzzle: `tiles`, `cube2`, `cube3`. */
export type PuzzleName = string;

export interface Position {
  /** Default: `tiles`. */
  puzzle?: PuzzleName;
  /** The position: tiles in reading order with 0 for the blank, a scramble, or facelets. */
  board: string;
  /** `WxH`, where the board is not a square. */
  size?: string;
  /** `blank-last` (default), `blank-first`, or a board. */
  goal?: string;
  /** `single` or `multi`; `half` or `quarter` for cubes. */
  metric?: string;
}

export interface SolveRequest extends Position {
  /** Such as `astar`, `wastar(3)`, `idastar`, `human`; default `auto`. */
  algorithm?: string;
  /** Such as `manhattan`, `pdb:6-6-3`, `max(A,B)`; default `auto`. */
  heuristic?: string;
  /** States expanded at most. */
  max_nodes?: number;
  /** Seconds at most. */
  max_time?: number;
  /** Bytes of open and closed lists at most; default 256 MiB. */
  memory?: number;
  /** Count all optimal solutions and list this many of them. */
  all?: number;
  /** Threads, on a server only. */
  threads?: number;
  /**
   * Of `idastar`, in a worker only: the number of a part of the search tree, from 0, and the number of
   * parts. Only that part is searched, so nothing is proven, and `unsolvable` means no solution in it.
   */
  share?: [number, number];
}

export type Status = 'solved' | 'unsolvable' | 'stopped' | 'invalid';

export interface SolveResult {
  status: Status;
  length: number | null;
  proven: boolean;
  lower_bound: number | null;
  /** Moves separated by spaces: `U D L R` = the direction in which the tile slides, `L2` = two tiles. */
  moves: string | null;
  expanded: number | null;
  generated: number | null;
  /** Seconds of the search. */
  seconds: number | null;
  algorithm: string | null;
  heuristic: string | null;
  puzzle: string | null;
  /** Columns of the position: `tiles`, `width`, `height`, or `scramble`, `facelets`. */
  [column: string]: unknown;
  goal: string | null;
  metric: string;
  /** With `all`: the number of optimal solutions (a string if it is above 2^32). */
  solutions?: number | string | null;
  all_moves?: string[];
  /** Best-first searches: states put on the open list, reopened, largest sizes of the lists. */
  inserted?: number;
  reopened?: number;
  peak_open?: number;
  peak_closed?: number;
  /** The reason in words, of `unsolvable`, `stopped` and `invalid`. */
  message?: string;
}

/** The state of a running search, several times a second. */
export interface SolveProgress {
  /** The bound of the iteration, or the least f: the goal is at least this far away. */
  bound: number;
  best: number | null;
  expanded: number;
  /** Null where it is counted at the end of an iteration only. */
  generated: number | null;
  /** Sizes of the lists; 0 for searches without lists. */
  open: number;
  closed: number;
  /** Share of the current iteration, if known. */
  fraction: number | null;
  seconds: number;
}

/** The progress of building a table, before a search. */
export interface TableProgress {
  /** The table in a few words: `6 tiles of a 4x4 board`. */
  table: string;
  /** The share that is done, from 0 to 1. */
  share: number;
  seconds: number;
}

export interface CheckResult {
  puzzle: string | null;
  goal: string | null;
  solvable: boolean | null;
  metric: string | null;
  /** Why it cannot be solved. */
  message?: string;
  /** A named goal that it can reach instead. */
  other_goal?: string | null;
  /** `parity`, `blank_distance`, columns of the position, and a value for each quick heuristic by name. */
  [name: string]: unknown;
}

export interface ScrambleRequest {
  puzzle?: PuzzleName;
  size?: string;
  goal?: string;
  count: number;
  seed: number;
}

export interface ScrambleResult {
  puzzle: string;
  goal: string;
  positions: string[];
  generator: string;
}

export interface ReplayRequest extends Position {
  moves: string;
}

export interface ReplayResult {
  valid: boolean;
  length: number;
  illegal_move: number | null;
  end: string | null;
  message?: string;
  [column: string]: unknown;
}

/** A search recorded expansion by expansion. */
export interface TraceRequest extends SolveRequest {
  /** Steps recorded at most. */
  steps: number;
}

export interface TraceStep {
  kind: 'expansion' | 'iteration' | 'intermediate_goal' | 'solution';
  /** Of events: the bound, the number of the next intermediate goal from 1, the cost. */
  value?: number;
  /** Of expansions: the step of the parent; null for a root. */
  parent?: number | null;
  /** The move from the parent. */
  move?: string | null;
  /** The position, as `board` takes it. */
  board?: string;
  g?: number;
  h?: number;
  f?: number;
  open?: number;
  closed?: number;
  /** True if it belongs to the search from the goal. */
  backward?: boolean;
}

export interface TraceResult {
  puzzle: string;
  shape: string;
  metric: string;
  algorithm: string;
  heuristic: string;
  start: string;
  goal: string;
  program: string;
  steps: TraceStep[];
  /** Null if the recording was interrupted. */
  end: {
    status: 'solved' | 'unsolvable' | 'stopped';
    proven: boolean;
    moves: string | null;
    /** All expansions, those not recorded included. */
    expanded: number;
    generated: number;
    message: string | null;
  } | null;
  /** Of `human`: the cells whose tiles each intermediate goal puts in place, from the first goal. */
  intermediate_goals?: number[][];
}

export interface EnumerateRequest {
  puzzle?: PuzzleName;
  size?: string;
  start?: string;
  metric?: string;
  depth?: number;
  antipodes?: number;
  memory?: number;
}

export interface EnumerateResult {
  puzzle: string;
  metric: string;
  start: string;
  levels: number[];
  total: number;
  complete: boolean;
  radius: number | null;
  engine: string | null;
  seconds: number;
  peak_memory_bytes: number;
  antipodes?: string[] | null;
  antipode_count?: number | null;
}

export interface EnumerateProgress {
  /** States at each finished depth. */
  levels: number[];
  seconds: number;
}

export interface PuzzleInfo {
  name: string;
  title: string;
  noun: string;
  shape: string;
  has_sizes: boolean;
  /** Pairs of a name and its summary. */
  metrics: [string, string][];
  goals: [string, string][];
  algorithms: [string, string][];
  heuristics: [string, string][];
}

/** The patterns of an additive database and what each contributes for a board. */
export interface PatternsResult {
  heuristic: string;
  total: number;
  patterns: { tiles: number[]; value: number }[];
}

export interface Operations {
  names: { request: Record<string, never>; result: { version: string; puzzles: PuzzleInfo[] }; progress: never };
  solve: { request: SolveRequest; result: SolveResult; progress: SolveProgress };
  check: { request: Position; result: CheckResult; progress: never };
  scramble: { request: ScrambleRequest; result: ScrambleResult; progress: never };
  replay: { request: ReplayRequest; result: ReplayResult; progress: never };
  trace: { request: TraceRequest; result: TraceResult; progress: never };
  /** Reads a file that `loyd solve --trace` wrote. */
  read_trace: { request: { bytes: Uint8Array; steps: number }; result: TraceResult; progress: never };
  enumerate: { request: EnumerateRequest; result: EnumerateResult; progress: EnumerateProgress };
  patterns: { request: Position & { heuristic: string }; result: PatternsResult; progress: never };
}

export type OperationName = keyof Operations;

/** A request that the engine refused: its text is for the reader. */
export class EngineError extends Error {
  constructor(
    message: string,
    /** The part that is wrong: `position`, `goal`, `heuristic`, ... */
    readonly what: string,
  ) {
    super(message);
    this.name = 'EngineError';
  }
}

export interface CallOptions<K extends OperationName> {
  /** Called several times a second while the request runs. */
  onProgress?: (progress: Operations[K]['progress']) => void;
  /** Called several times a second while a table is built for the request, in a worker only. */
  onTable?: (progress: TableProgress) => void;
  /** Aborting cancels the request at once: the promise is rejected with `AbortError`. */
  signal?: AbortSignal;
  /**
   * The worker that runs it. Requests of one lane run one after the other and share its tables; those
   * of different lanes run at the same time. Default: `main`.
   */
  lane?: string;
}

export interface Engine {
  call<K extends OperationName>(
    operation: K,
    request: Operations[K]['request'],
    options?: CallOptions<K>,
  ): Promise<Operations[K]['result']>;
  /** Where searches run; `lost`: in workers, because the server of the page does not answer any more. */
  readonly place: 'worker' | 'server' | 'lost';
  /** Stops everything. */
  close(): void;
}
