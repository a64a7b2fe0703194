/** Messages between a program and its workers. */

import type { TableProgress } from './protocol.js';

/** Starts a worker: the compiled module, and the memory of an earlier worker with its tables. */
export interface StartMessage {
  kind: 'start';
  module: WebAssembly.Module;
  memory: ArrayBuffer | null;
}

/** A request; `bytes` is the input of `read_trace`. */
export interface RequestMessage {
  kind: 'request';
  id: number;
  operation: string;
  request: unknown;
  bytes?: Uint8Array;
}

export type ToWorker = StartMessage | RequestMessage;

export type FromWorker =
  | { kind: 'progress'; id: number; progress: unknown }
  | { kind: 'table'; id: number; progress: TableProgress }
  | { kind: 'result'; id: number; result: unknown; memoryBytes: number }
  | { kind: 'error'; id: number; message: string; what: string; memoryBytes: number }
  /** A copy of the memory after tables were prepared. */
  | { kind: 'memory'; id: number; memory: ArrayBuffer }
  /** The module failed and cannot be used any more. */
  | { kind: 'failed'; id: number; message: string };
