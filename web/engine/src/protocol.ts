/**
 * Requests to the engine, the solver compiled to WebAssembly in workers, and their results.
 *
 * Field names are those of `loyd ... --format json`. The fields of requests are read by
 * `crates/loyd/src/fields.rs`.
 */

import type * as results from './results.js';
import type {
  CheckRequest,
  PatternsResult,
  PuzzleInfo,
  ReplayRequest,
  ScrambleRequest,
  ScrambleResult,
  SolveProgress,
  TableProgress,
  TraceResult,
} from './results.js';

export type {
  CheckRequest,
  PatternsResult,
  PuzzleInfo,
  ReplayRequest,
  ScrambleRequest,
  ScrambleResult,
  SolveProgress,
  Status,
  TableProgress,
  TraceExpansion,
  TraceResult,
  TraceStep,
} from './results.js';

/** A puzzle: `tiles`, `cube2`, `cube3`; from `loyd/twisty` also `twisty`. */
export type PuzzleName = string;

export type SolveRequest = results.SolveRequest &
  results.SearchLimits & {
    /** Workers among which `idastar` divides the search; other algorithms run in one. Default: 1. */
    threads?: number;
    /**
     * Of `idastar`: the number of a part of the search tree, from 0, and the number of
     * parts. Only that part is searched, so nothing is proven, and `unsolvable` means no solution in it.
     */
    share?: [number, number];
  };

export type SolveResult = results.SolveResult & Partial<results.ListStatistics> & Columns;

/** Columns of the position (`tiles`, `width`, `height`, or `facelets`), and values of heuristics by name. */
interface Columns {
  [name: string]: unknown;
}

export type CheckResult = results.CheckResult & Columns;
export type ReplayResult = results.ReplayResult & Columns;
export type EnumerateRequest = results.EnumerateRequest & Pick<results.SearchLimits, 'memory'>;
export type EnumerateResult = results.EnumerateResult & Partial<results.Antipodes>;

/** A search recorded expansion by expansion. */
export type TraceRequest = SolveRequest & {
  /** Steps recorded at most. */
  steps: number;
};

export interface EnumerateProgress {
  /** States at each finished depth. */
  levels: number[];
  seconds: number;
}

export type PatternsRequest = CheckRequest & {
  /** An additive database, such as `pdb:6-6-3`. */
  heuristic: string;
};

export interface Operations {
  names: { request: Record<string, never>; result: { version: string; puzzles: PuzzleInfo[] }; progress: never };
  solve: { request: SolveRequest; result: SolveResult; progress: SolveProgress };
  check: { request: CheckRequest; result: CheckResult; progress: never };
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
  check(request: CheckRequest, options?: CallOptions<'check'>): Answer<'check'>;
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
