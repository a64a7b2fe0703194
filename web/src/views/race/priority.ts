import type { TraceStep } from '../../engine/protocol';

/**
 * The number by which a step was chosen, as textbooks write it. Searches keep weights as fractions and
 * record a multiple: `wastar(1.5)` records 2 g + 3 h.
 */
export function priority(algorithm: string, step: TraceStep | undefined): number | undefined {
  const weight = /^wastar\((\d+(?:\.\d+)?)\)$/.exec(algorithm)?.[1];
  if (weight === undefined || step?.g === undefined || step.h === undefined) return step?.f;
  return step.g + Number(weight) * step.h;
}
