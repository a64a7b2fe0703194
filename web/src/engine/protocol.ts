/**
 * Requests to the engine and their results. The engine is the solver compiled to WebAssembly in a
 * worker, or the HTTP interface of `loyd serve`; a view does not know which.
 *
 * Field names are those of `loyd ... --format json`. The fields of requests are read by
 * `crates/loyd/src/fields.rs`.
 */

import type * as results from './results';
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
} from './results';

export type {
  CheckRequest,
  PatternsResult,
  PuzzleInfo,
  SolveProgress,
  TableProgress,
  TraceExpansion,
  TraceResult,
  TraceStep,
} from './results';

/** A puzzle: `tiles`, `cube2`, `cube3`. */
export type PuzzleName = string;

export type SolveRequest = results.SolveRequest &
  results.SearchLimits & {
    /**
     * Of `idastar`, in a worker only: the number of a part of the search tree, from 0, and the number of
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

export interface Operations {
  names: { request: Record<string, never>; result: { version: string; puzzles: PuzzleInfo[] }; progress: never };
  solve: { request: SolveRequest; result: SolveResult; progress: SolveProgress };
  check: { request: CheckRequest; result: CheckResult; progress: never };
  scramble: { request: ScrambleRequest; result: ScrambleResult; progress: never };
  replay: { request: ReplayRequest; result: ReplayResult; progress: never };
  trace: { request: TraceRequest; result: TraceResult; progress: never };
  /** Reads a file that `loyd solve --trace` wrote. */
  read_trace: { request: { bytes: Uint8Array; steps: number }; result: TraceResult; progress: never };
  enumerate: { request: EnumerateRequest; result: EnumerateResult; progress: EnumerateProgress };
  patterns: { request: CheckRequest & { heuristic: string }; result: PatternsResult; progress: never };
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
