/** An open device of WebGPU whose failures are messages. */

import { limitsOf } from './adapter';

/** The device failed; the text is for the reader. */
export class DeviceFailure extends Error {}

const SCOPES = ['out-of-memory', 'internal', 'validation'] as const;

/** A message on one line without its full stop, not too long to be read. */
export function oneLine(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}

export class Device {
  /** Rejected when the device is lost. */
  private readonly lost: Promise<never>;

  private constructor(
    readonly inner: GPUDevice,
    private readonly name: string,
  ) {
    this.lost = inner.lost.then(({ reason, message }) => {
      throw new DeviceFailure(`${name} was lost: ${oneLine(message) || reason}`);
    });
    this.lost.catch(() => {});
    // Errors outside the scopes below follow from one that a scope has caught, or from the loss.
    inner.addEventListener('uncapturederror', (event) => event.preventDefault());
  }

  /**
   * Opens an adapter with all the limits that it grants.
   *
   * @throws DeviceFailure if it refuses.
   */
  static async open(adapter: GPUAdapter, name: string): Promise<Device> {
    try {
      const inner = await adapter.requestDevice({ requiredLimits: limitsOf(adapter.limits) });
      return new Device(inner, name);
    } catch (error) {
      throw new DeviceFailure(`${name} could not be opened: ${oneLine(String(error))}`);
    }
  }

  /**
   * Does something in error scopes, and waits for what it promises.
   *
   * @throws DeviceFailure with the first error, or if the device is lost meanwhile.
   */
  async checked<T>(work: () => T | Promise<T>): Promise<T> {
    for (const scope of SCOPES) this.inner.pushErrorScope(scope);
    const attempted = attempt(work);
    const scopes = SCOPES.map(() => this.inner.popErrorScope().catch(() => null));
    const [outcome, ...found] = await Promise.race([Promise.all([attempted, ...scopes]), this.lost]);
    // The scopes tell more than a promise that is rejected.
    const error = found.find((one) => one !== null);
    if (error) {
      const memory = error instanceof GPUOutOfMemoryError ? 'memory was refused' : oneLine(error.message);
      throw new DeviceFailure(`${this.name} failed: ${memory}`);
    }
    if ('error' in outcome) throw new DeviceFailure(`${this.name} failed: ${oneLine(String(outcome.error))}`);
    return outcome.value;
  }

  close(): void {
    this.inner.destroy();
  }
}

/** The outcome of something; what it does at once is done when this returns. */
async function attempt<T>(work: () => T | Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}
