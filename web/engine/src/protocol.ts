/**
 * Requests to the engine, the solver compiled to WebAssembly in workers, and their results.
 *
 * Field names are those of `loyd ... --format json`. The fields of requests are read by
 * `crates/loyd/src/fields.rs`.
 */

import type * as results from './results.js';
import type { PuzzleInfo, ScrambleResult, SolveProgress, TableProgress, TraceResult } from './results.js';

export type { PuzzleInfo, SolveProgress, TableProgress, TraceExpansion, TraceResult, TraceStep } from './results.js';

/** A puzzle: `tiles`, `cube2`, `cube3`; from `loyd/twisty` also `twisty`. */
export type PuzzleName = string;

export interface Position {
  /** Default: `tiles`. */
  puzzle?: PuzzleName;
  /** The position: tiles in reading order with 0 for the blank, a scramble, or facelets. */
  board: string;
  /** `WxH`, if the board is not a square; of `twisty` the name of the puzzle, such as `pyraminx`. */
  size?: string;
  /** `blank-last` (default), `blank-first`, or a board. */
  goal?: string;
  /** `single` or `multi`; `half` or `quarter` for cubes and twisty puzzles. */
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
  /** Workers among which `idastar` divides the search; other algorithms run in one. Default: 1. */
  threads?: number;
  /**
   * Of `idastar`: the number of a part of the search tree, from 0, and the number of
   * parts. Only that part is searched, so nothing is proven, and `unsolvable` means no solution in it.
   */
  share?: [number, number];
}

export type Status = 'solved' | 'unsolvable' | 'stopped' | 'invalid';

export interface SolveResult extends Columns {
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

/** Columns of the position (`tiles`, `width`, `height`, or `facelets`), and values of heuristics by name. */
interface Columns {
  [name: string]: unknown;
}

export type CheckResult = results.CheckResult & Columns;
export type ReplayResult = results.ReplayResult & Columns;
export type EnumerateResult = results.EnumerateResult & Partial<results.Antipodes>;

export interface ScrambleRequest {
  puzzle?: PuzzleName;
  size?: string;
  goal?: string;
  count: number;
  seed: number;
}

export interface ReplayRequest extends Position {
  moves: string;
}

/** A search recorded expansion by expansion. */
export interface TraceRequest extends SolveRequest {
  /** Steps recorded at most. */
  steps: number;
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

export interface EnumerateProgress {
  /** States at each finished depth. */
  levels: number[];
  seconds: number;
}

export interface PatternsRequest extends Position {
  /** An additive database, such as `pdb:6-6-3`. */
  heuristic: string;
}

/** The patterns of an additive database and their shares of its value for a board. */
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
  read_trace: { request: { bytes: Uint8Array }; result: TraceResult; progress: never };
  enumerate: { request: EnumerateRequest; result: EnumerateResult; progress: EnumerateProgress };
  patterns: { request: PatternsRequest; result: PatternsResult; progress: never };
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
  /** Called several times a second while a table is built for the request. */
  onTable?: (progress: TableProgress) => void;
  /** Aborting cancels the request at once: the promise is rejected with `AbortError`. */
  signal?: AbortSignal;
  /**
   * The worker that runs it. Requests of one lane run one after the other and share its tables; those
   * of different lanes run at the same time. Default: `main`.
   */
  lane?: string;
}

/** The result of an operation, once its worker has it. */
type Answer<K extends OperationName> = Promise<Operations[K]['result']>;

/** The engine. A method is rejected with an `EngineError` if the engine refuses its request. */
export interface Loyd {
  /** Carries out an operation by its name, which is also the name of its method. */
  call<K extends OperationName>(operation: K, request: Operations[K]['request'], options?: CallOptions<K>): Answer<K>;
  /** The version, and the puzzles with the names that requests may use. */
  names(options?: CallOptions<'names'>): Answer<'names'>;
  /** Solves a position. */
  solve(request: SolveRequest, options?: CallOptions<'solve'>): Answer<'solve'>;
  /** The facts about a position: whether it can be solved, and the values of heuristics. */
  check(request: Position, options?: CallOptions<'check'>): Answer<'check'>;
  /** Random positions, the same for the same seed. */
  scramble(request: ScrambleRequest, options?: CallOptions<'scramble'>): Answer<'scramble'>;
  /** Plays moves from a position. */
  replay(request: ReplayRequest, options?: CallOptions<'replay'>): Answer<'replay'>;
  /** Solves a position and records the search step by step. */
  trace(request: TraceRequest, options?: CallOptions<'trace'>): Answer<'trace'>;
  /** Reads a file that `loyd solve --trace` wrote. */
  readTrace(bytes: Uint8Array, options?: CallOptions<'read_trace'>): Answer<'read_trace'>;
  /** Counts the states of a puzzle at each distance from a start. */
  enumerate(request: EnumerateRequest, options?: CallOptions<'enumerate'>): Answer<'enumerate'>;
  /** The patterns of an additive database and their shares of its value for a board. */
  patterns(request: PatternsRequest, options?: CallOptions<'patterns'>): Answer<'patterns'>;
  /** Ends all workers; running requests are rejected with `AbortError`. */
  close(): void;
}
