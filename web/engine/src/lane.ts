import type { FromWorker, RequestMessage, ToWorker } from './messages.js';
import { EngineError, type TableProgress } from './protocol.js';

/** The part of a worker that a lane uses. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface LaneRequest {
  operation: string;
  request: unknown;
  bytes?: Uint8Array;
  onProgress?: (progress: unknown) => void;
  onTable?: (progress: TableProgress) => void;
  signal?: AbortSignal;
}

interface Job extends LaneRequest {
  id: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The greatest memory of an idle worker: modules never free memory, so a larger worker is replaced. */
const MAX_IDLE_MEMORY = 512 * 2 ** 20;

/** Requests that one worker carries out one after the other. */
export class Lane {
  private worker: WorkerLike | null = null;
  private readonly queue: Job[] = [];
  private running: Job | null = null;
  private nextId = 1;
  /** The memory of the module after the last preparation of tables. */
  private tableMemory: ArrayBuffer | null = null;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly makeWorker: () => WorkerLike,
  ) {}

  run(request: LaneRequest): Promise<unknown> {
    const { signal } = request;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(aborted());
        return;
      }
      const job: Job = { ...request, id: this.nextId++, resolve, reject };
      signal?.addEventListener('abort', () => this.abort(job), { once: true });
      this.queue.push(job);
      this.next();
    });
  }

  close(): void {
    this.stopWorker();
    const jobs = this.running ? [this.running, ...this.queue] : [...this.queue];
    this.running = null;
    this.queue.length = 0;
    for (const job of jobs) job.reject(aborted());
  }

  /** The number of requests that run or wait. */
  get length(): number {
    return this.queue.length + (this.running ? 1 : 0);
  }

  private next(): void {
    if (this.running) return;
    const job = this.queue.shift();
    if (!job) return;
    this.running = job;
    const message: RequestMessage = {
      kind: 'request',
      id: job.id,
      operation: job.operation,
      request: job.request,
      ...(job.bytes ? { bytes: job.bytes } : {}),
    };
    (this.worker ?? this.startWorker()).postMessage(message);
  }

  private startWorker(): WorkerLike {
    const worker = this.makeWorker();
    worker.onmessage = ({ data }) => {
      if (worker === this.worker) this.receive(data);
    };
    worker.onerror = (event) => {
      if (worker === this.worker) this.fail(event.message || 'the worker could not be started');
    };
    worker.postMessage({ kind: 'start', module: this.module, memory: this.tableMemory });
    this.worker = worker;
    return worker;
  }

  private stopWorker(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private receive(message: FromWorker): void {
    const job = this.running;
    if (!job || job.id !== message.id) return;
    switch (message.kind) {
      case 'progress':
        job.onProgress?.(message.progress);
        return;
      case 'table':
        job.onTable?.(message.progress);
        return;
      case 'memory':
        this.tableMemory = message.memory;
        return;
      case 'failed':
        this.fail(message.message);
        return;
      case 'result':
        job.resolve(message.result);
        break;
      case 'error':
        job.reject(new EngineError(message.message, message.what));
        break;
    }
    if (message.memoryBytes > MAX_IDLE_MEMORY) this.stopWorker();
    this.running = null;
    this.next();
  }

  /** Ends the worker. The next worker starts without tables, as their copy may be the cause. */
  private fail(message: string): void {
    const job = this.running;
    this.stopWorker();
    this.tableMemory = null;
    this.running = null;
    job?.reject(new EngineError(`The engine stopped: ${message}`, 'engine'));
    this.next();
  }

  private abort(job: Job): void {
    const at = this.queue.indexOf(job);
    if (at >= 0) this.queue.splice(at, 1);
    else if (this.running === job) {
      this.stopWorker();
      this.running = null;
    } else return;
    job.reject(aborted());
    this.next();
  }
}

function aborted(): DOMException {
  return new DOMException('The request was cancelled.', 'AbortError');
}
