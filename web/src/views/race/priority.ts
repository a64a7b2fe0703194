import type { TraceExpansion } from '../../engine/protocol';

type Priorities = Pick<TraceExpansion, 'g' | 'h' | 'f'>;

/**
 * The number by which a step was chosen, as textbooks write it. Searches keep weights as fractions and
 * record a multiple: `wastar(1.5)` records 2 g + 3 h.
 */
export function priority(algorithm: string, step: Priorities | undefined): number | undefined {
  const weight = /^wastar\((\d+(?:\.\d+)?)\)$/.exec(algorithm)?.[1];
  if (weight === undefined || !step) return step?.f;
  return step.g + Number(weight) * step.h;
}
