/**
 * The result of an IDA* search that is divided into parts.
 *
 * Each part searches a share of the tree with its own bounds. A part with bound b has no solution shorter than
 * b, so a solution of length L is optimal as soon as every other part has reached the bound L.
 */

import type { SolveProgress, SolveResult } from './protocol.js';

interface Part {
  bound: number;
  expanded: number;
  generated: number;
  fraction: number | null;
  seconds: number;
  result: SolveResult | null;
}

export class Parts {
  private readonly parts: Part[];

  constructor(count: number) {
    this.parts = Array.from({ length: count }, () => ({
      bound: 0,
      expanded: 0,
      generated: 0,
      fraction: null,
      seconds: 0,
      result: null,
    }));
  }

  progressed(index: number, now: SolveProgress): void {
    const part = this.parts[index]!;
    Object.assign(part, {
      bound: Math.max(part.bound, now.bound),
      expanded: now.expanded,
      generated: now.generated ?? part.generated,
      fraction: now.fraction,
      seconds: now.seconds,
    });
  }

  finished(index: number, result: SolveResult): void {
    const part = this.parts[index]!;
    part.result = result;
    part.expanded = result.expanded ?? part.expanded;
    part.generated = result.generated ?? part.generated;
    part.fraction = 1;
    if (result.length !== null) part.bound = result.length;
    // The whole part was searched and has no solution.
    else if (result.status === 'unsolvable') part.bound = Infinity;
  }

  /** The progress of all parts as that of one search. */
  progress(): SolveProgress {
    const minBound = this.minBound();
    const bound = Number.isFinite(minBound) ? minBound : 0;
    // Parts with a higher bound have completed this iteration.
    const done = this.parts.map((part) => (part.bound > bound ? 1 : part.fraction));
    const isKnown = done.every((share) => share !== null);
    return {
      bound,
      best: this.best()?.length ?? null,
      expanded: this.sum('expanded'),
      generated: this.sum('generated'),
      open: 0,
      closed: 0,
      fraction: isKnown ? done.reduce<number>((sum, share) => sum + (share ?? 0), 0) / done.length : null,
      seconds: Math.max(...this.parts.map((part) => part.seconds)),
    };
  }

  /** The result of the whole search after `seconds`; null if it is not decided yet. */
  verdict(seconds: number): SolveResult | null {
    const best = this.best();
    const all = this.parts.every((part) => part.result !== null);
    const counts = { expanded: this.sum('expanded'), generated: this.sum('generated'), seconds };
    const minBound = this.minBound();
    if (best !== null && minBound >= best.length!) {
      return { ...best, ...counts, proven: true, lower_bound: best.length };
    }
    if (!all) return null;
    const stopped = this.parts.find((part) => part.result?.status === 'stopped')?.result;
    const lower_bound = Number.isFinite(minBound) ? minBound : null;
    return { ...(best ?? stopped ?? this.parts[0]!.result!), ...counts, lower_bound };
  }

  private best(): SolveResult | null {
    const solutions = this.parts.flatMap(({ result }) => (result && result.length !== null ? [result] : []));
    return solutions.reduce<SolveResult | null>((best, one) => (best && best.length! <= one.length! ? best : one), null);
  }

  /** The least bound of a part, which no solution undercuts. */
  private minBound(): number {
    return Math.min(...this.parts.map((part) => part.bound));
  }

  private sum(count: 'expanded' | 'generated'): number {
    return this.parts.reduce((sum, part) => sum + part[count], 0);
  }
}
