/** Boards of a chosen difficulty. */

import type { Engine } from '../../engine/protocol';
import { newSeed, randomNumbers, randomWalk } from '../../puzzle/random';
import { boardText, sizeText, type Board, type Size } from '../../puzzle/tiles';
import { parseBoard } from '../../puzzle/notation';
import type { Metric } from '../../puzzle/moves';

export const DIFFICULTIES = ['easy', 'medium', 'hard', 'random'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** Lengths of optimal solutions, the number of moves of a walk, or every board. */
export type Rule =
  | { kind: 'range'; min: number; max: number }
  | { kind: 'walk'; max: number }
  | { kind: 'uniform' };

/**
 * Returns how boards of a difficulty are found. Where boards are solved in an instant, the length of an
 * optimal solution decides; on larger ones a random walk bounds it.
 */
export function ruleOf(difficulty: Difficulty, size: Size, metric: Metric): Rule {
  if (difficulty === 'random') return { kind: 'uniform' };
  const cells = size.width * size.height;
  const min = Math.min(size.width, size.height);
  if (cells > 16 || min < 2) {
    if (difficulty === 'hard') return { kind: 'uniform' };
    return { kind: 'walk', max: difficulty === 'easy' ? 2 * cells : 5 * cells };
  }
  const farthest = FARTHEST[cells] ?? 3 * cells;
  const scale = metric === 'multi' ? 0.6 : 1;
  const [from, to] = { easy: [0.15, 0.35], medium: [0.4, 0.6], hard: [0.68, 1] }[difficulty] as [number, number];
  const max = difficulty === 'hard' ? Infinity : Math.round(farthest * to * scale);
  return { kind: 'range', min: Math.max(1, Math.round(farthest * from * scale)), max };
}

/** Distances, in single-tile moves, that few boards with this many cells exceed. */
const FARTHEST: Record<number, number> = { 4: 6, 6: 21, 8: 33, 9: 31, 10: 42, 12: 52, 14: 60, 15: 66, 16: 72 };

const MAX_ATTEMPTS = 300;

export interface Scrambled {
  board: Board;
  seed: number;
}

export async function scramble(
  engine: Engine,
  options: { goal: string; goalBoard: Board; metric: Metric; difficulty: Difficulty; seed?: number; signal: AbortSignal },
): Promise<Scrambled> {
  const { goal, goalBoard, metric, difficulty, signal } = options;
  const seed = options.seed ?? newSeed();
  const rule = ruleOf(difficulty, goalBoard, metric);
  const size = sizeText(goalBoard);
  const uniform = async (count: number, from: number): Promise<Board[]> => {
    const result = await engine.call('scramble', { puzzle: 'tiles', size, goal, count, seed: from }, { signal });
    return result.positions.map((text) => parseBoard(text, goalBoard));
  };
  if (rule.kind === 'uniform') return { board: (await uniform(1, seed))[0]!, seed };
  const random = randomNumbers(seed);
  if (rule.kind === 'walk') return { board: randomWalk(goalBoard, rule.max, random), seed };
  const drawn = difficulty === 'hard' ? await uniform(MAX_ATTEMPTS, seed) : [];
  let nearest: { board: Board; off: number } | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    // Walks return towards the goal now and then, so they are longer than the solutions.
    const walk = Math.round((rule.min + random() * (Math.min(rule.max, 99) - rule.min)) * (1.1 + attempt / 40));
    const board = drawn[attempt] ?? randomWalk(goalBoard, walk, random);
    const length = await lengthOf(engine, board, goal, metric, signal);
    if (length === null) continue;
    const off = Math.max(rule.min - length, length - rule.max, 0);
    if (off === 0) return { board, seed };
    if (!nearest || off < nearest.off) nearest = { board, off };
  }
  if (nearest) return { board: nearest.board, seed };
  return { board: (await uniform(1, seed))[0]!, seed };
}

async function lengthOf(engine: Engine, board: Board, goal: string, metric: Metric, signal: AbortSignal) {
  const request = { puzzle: 'tiles', board: boardText(board), size: sizeText(board), goal, metric, max_time: 5 };
  const result = await engine.call('solve', request, { signal });
  return result.proven ? result.length : null;
}
