import { describe, expect, it } from 'vitest';
import { Lane, type WorkerLike } from './lane.js';
import type { FromWorker, ToWorker } from './messages.js';
import { EngineError } from './protocol.js';

/** A worker that records its messages and answers when the test calls `answer`. */
class FakeWorker implements WorkerLike {
  readonly received: ToWorker[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  postMessage(message: ToWorker): void {
    this.received.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  answer(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }

  get requests(): number[] {
    return this.received.flatMap((message) => (message.kind === 'request' ? [message.id] : []));
  }
}

function newLane() {
  const workers: FakeWorker[] = [];
  const lane = new Lane({} as WebAssembly.Module, () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });
  return { lane, workers };
}

const job = { operation: 'solve', request: {} };
const memoryBytes = 1 << 20;

describe('a lane', () => {
  it('runs requests one after the other', async () => {
    const { lane: one, workers } = newLane();
    const results = [one.run(job), one.run(job)];
    const worker = workers[0]!;
    expect(worker.requests).toEqual([1]);
    worker.answer({ kind: 'result', id: 1, result: 'a', memoryBytes });
    expect(worker.requests).toEqual([1, 2]);
    worker.answer({ kind: 'error', id: 2, message: 'no', what: 'board', memoryBytes });
    expect(await results[0]).toBe('a');
    await expect(results[1]).rejects.toThrow(EngineError);
    expect(workers.length).toBe(1);
    expect(one.length).toBe(0);
  });

  it('ends the worker of a cancelled request and keeps its tables', async () => {
    const { lane: one, workers } = newLane();
    const abort = new AbortController();
    const reports: unknown[] = [];
    const onProgress = (progress: unknown) => reports.push(progress);
    const cancelled = one.run({ ...job, signal: abort.signal, onProgress });
    const waiting = one.run(job);
    const memory = new ArrayBuffer(8);
    workers[0]!.answer({ kind: 'memory', id: 1, memory });
    workers[0]!.answer({ kind: 'progress', id: 1, progress: 7 });
    abort.abort();
    await expect(cancelled).rejects.toThrow('cancelled');
    expect(reports).toEqual([7]);
    expect(workers[0]!.ended).toBe(true);
    expect(workers[1]!.received[0]).toMatchObject({ kind: 'start', memory });
    workers[0]!.answer({ kind: 'result', id: 2, result: 'late', memoryBytes });
    workers[1]!.answer({ kind: 'result', id: 2, result: 'b', memoryBytes });
    expect(await waiting).toBe('b');
  });

  it('removes a waiting cancelled request without ending the running one', async () => {
    const { lane: one, workers } = newLane();
    const abort = new AbortController();
    const first = one.run(job);
    const second = one.run({ ...job, signal: abort.signal });
    abort.abort();
    await expect(second).rejects.toThrow('cancelled');
    workers[0]!.answer({ kind: 'result', id: 1, result: 'a', memoryBytes });
    expect(await first).toBe('a');
    expect(workers[0]!.ended).toBe(false);
    await expect(one.run({ ...job, signal: abort.signal })).rejects.toThrow('cancelled');
  });

  it('starts a new worker after a failure and after a request with much memory', async () => {
    const { lane: one, workers } = newLane();
    const failed = one.run(job);
    workers[0]!.answer({ kind: 'failed', id: 1, message: 'unreachable' });
    await expect(failed).rejects.toThrow('unreachable');
    const large = one.run(job);
    workers[1]!.answer({ kind: 'result', id: 2, result: 'a', memoryBytes: 2 ** 30 });
    expect(await large).toBe('a');
    expect(workers[1]!.ended).toBe(true);
    void one.run(job).catch(() => {});
    expect(workers.length).toBe(3);
    one.close();
    expect(workers[2]!.ended).toBe(true);
  });
});
