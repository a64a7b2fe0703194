/** An algorithm as the views explain it: its family, and the order of its open list. */

export type Family = 'best-first' | 'deepening' | 'bidirectional' | 'stages' | 'recorded';

export type Ties = 'high-g' | 'low-g' | 'lifo' | 'fifo';

/** The effect of a cheaper path to a reached state: always lowered, lowered while open, or ignored. */
export type Lowering = 'always' | 'open' | 'never';

export interface Algorithm {
  /** The name without its parameters, such as `wastar`. */
  name: string;
  family: Family;
  /** The priority of a state is `gWeight g + hWeight h`; the least is expanded first. */
  gWeight: number;
  hWeight: number;
  ties: Ties;
  lowering: Lowering;
  /** Tiles that do not matter for an intermediate goal are distinguished. */
  apart: boolean;
}

/** Algorithms that report every expansion, in the order in which they are taught. */
export const EXPLAINED = [
  'bfs',
  'ucs',
  'iddfs',
  'greedy',
  'astar',
  'wastar(3)',
  'nayak-huang',
  'idastar-plain',
  'bibfs',
  'nbs',
  'human',
] as const;

/** True for algorithms that take no heuristic. */
export function uninformed(name: string): boolean {
  return ['bfs', 'ucs', 'iddfs', 'bibfs'].includes(name.split('(')[0] ?? '');
}

const TIES: readonly string[] = ['high-g', 'low-g', 'lifo', 'fifo'];

/** The algorithm with this name and these parameters, as the solver writes them. */
export function parseAlgorithm(text: string): Algorithm {
  const match = /^([a-z0-9*-]+)(?:\((.*)\))?$/.exec(text.trim().toLowerCase());
  const name = match?.[1] ?? text;
  const words = (match?.[2] ?? '').split(',').map((word) => word.trim().replace(/^\w+=/, ''));
  const number = words.find((word) => /^\d+(\.\d+)?$/.test(word));
  const ties = words.find((word) => TIES.includes(word)) as Ties | undefined;
  const [numerator, denominator] = fraction(Number(number ?? 1));
  const base: Algorithm = {
    name,
    family: 'recorded',
    gWeight: 1,
    hWeight: 1,
    ties: 'high-g',
    lowering: 'always',
    apart: false,
  };
  const best = (part: Partial<Algorithm>): Algorithm => ({
    ...base,
    family: 'best-first',
    ...part,
    ...(ties ? { ties } : {}),
  });
  switch (name) {
    case 'bfs':
    case 'ucs':
      return best({ hWeight: 0, ties: 'fifo' });
    case 'greedy':
      return best({ gWeight: 0, ties: 'lifo', lowering: 'open' });
    case 'astar':
      return best({});
    case 'wastar': {
      const [h, g] = number ? [numerator, denominator] : [3, 1];
      return best({ gWeight: g, hWeight: h });
    }
    case 'nayak-huang': {
      const never = { lowering: 'never' as const };
      if (words.includes('bfs')) return best({ hWeight: 0, ties: 'fifo', ...never });
      if (words.includes('greedy')) return best({ gWeight: 0, ties: 'lifo', ...never });
      return best({ gWeight: denominator, hWeight: numerator, ...never });
    }
    case 'human': {
      const greedy = words.includes('greedy');
      const apart = words.includes('tiles') && !greedy;
      const [h, g] = number ? [numerator, denominator] : [apart ? 1 : 3, 1];
      const weights = { gWeight: greedy ? 0 : g, hWeight: words.includes('bfs') ? 0 : h };
      return best({ family: 'stages', apart, lowering: apart ? 'never' : 'always', ...weights });
    }
    case 'idastar-plain':
    case 'iddfs':
      return { ...base, family: 'deepening', hWeight: name === 'iddfs' ? 0 : 1 };
    case 'bibfs':
      return { ...base, family: 'bidirectional', hWeight: 0, ties: 'fifo', lowering: 'never' };
    case 'nbs':
      return { ...base, family: 'bidirectional' };
    default:
      return base;
  }
}

/** A weight with up to six decimals as a fraction in lowest terms. */
export function fraction(weight: number): [number, number] {
  const millionths = Math.round(weight * 1e6);
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const common = divisor(millionths, 1e6);
  return [millionths / common, 1e6 / common];
}
