/** The WebAssembly module with its buffers; see `crates/loyd-web/src/abi.rs`. */

interface Exports {
  memory: WebAssembly.Memory;
  loyd_input(length: number): number;
  loyd_call(): number;
  loyd_read_trace(): number;
  loyd_output(): number;
}

export type Answer<T = unknown> = { result: T } | { error: { message: string; what: string } };

const PAGE = 65536;

export class LoydModule {
  private onProgress: (progress: unknown) => void = () => {};
  private readonly exports: Exports;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(module: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(module, {
      loyd: {
        loyd_now: () => performance.now(),
        loyd_failed: (at: number, length: number) => {
          throw new Error(this.text(at, length));
        },
        loyd_progress: (at: number, length: number) => {
          this.onProgress(JSON.parse(this.text(at, length)));
        },
      },
    });
    this.exports = instance.exports as unknown as Exports;
  }

  /**
   * A module that starts empty, or with a copy of the memory of another module with the same code. The copy must
   * come from between two calls, when the stack is empty and the memory is the whole state.
   */
  static start(module: WebAssembly.Module, memory: ArrayBuffer | null): LoydModule {
    const loyd = new LoydModule(module);
    if (memory) {
      const own = loyd.exports.memory;
      const missing = memory.byteLength - own.buffer.byteLength;
      if (missing > 0) own.grow(Math.ceil(missing / PAGE));
      new Uint8Array(own.buffer).set(new Uint8Array(memory));
    }
    return loyd;
  }

  call(operation: string, request: unknown, onProgress: (progress: unknown) => void): Answer {
    this.onProgress = onProgress;
    this.put(this.encoder.encode(JSON.stringify({ ...(request as object), op: operation })));
    return this.answer(this.exports.loyd_call());
  }

  readTrace(bytes: Uint8Array): Answer {
    this.put(bytes);
    return this.answer(this.exports.loyd_read_trace());
  }

  /** A copy of the memory. */
  copyMemory(): ArrayBuffer {
    return this.exports.memory.buffer.slice(0);
  }

  get memoryBytes(): number {
    return this.exports.memory.buffer.byteLength;
  }

  private put(bytes: Uint8Array): void {
    const at = this.exports.loyd_input(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  private answer(length: number): Answer {
    return JSON.parse(this.text(this.exports.loyd_output(), length)) as Answer;
  }

  private text(at: number, length: number): string {
    return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, at, length));
  }
}
