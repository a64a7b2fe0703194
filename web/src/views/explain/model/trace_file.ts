/**
 * A reader of trace files for tests, written from the description of the format alone
 * (docs/trace-format.md), for sliding tiles in the single-tile and the multi-tile metric.
 */

import type { TraceExpansion, TraceResult, TraceStep } from '../../../engine/protocol';
import { applyMove, formatTiles, parseShape, parseTiles } from './position';

export function readTraceFile(bytes: Uint8Array, intermediateGoals: number[][] | null = null): TraceResult {
  const header = new Map<string, string>();
  let at = 0;
  const line = (): string => {
    const end = bytes.indexOf(10, at);
    const text = new TextDecoder().decode(bytes.subarray(at, end));
    at = end + 1;
    return text;
  };
  if (line() !== 'loyd-trace 2') throw new Error('not a trace');
  for (let text = line(); text !== ''; text = line())
    header.set(text.split(' ', 1)[0] ?? '', text.slice(text.indexOf(' ') + 1));
  const shape = parseShape(header.get('shape') ?? '') ?? { width: 0, height: 0 };
  const metric = header.get('metric') ?? 'single';

  const byte = (): number => bytes[at++] ?? 0;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const next = byte();
      value += (next & 127) * scale;
      if (next < 128) return value;
    }
  };
  const difference = (): number => {
    const n = number();
    return n % 2 === 0 ? n / 2 : -(n + 1) / 2;
  };
  const counts =
    metric === 'multi' ? [shape.height - 1, shape.width - 1, shape.width - 1, shape.height - 1] : [1, 1, 1, 1];
  const names = ['D', 'R', 'L', 'U'].flatMap((direction, i) =>
    Array.from({ length: counts[i] ?? 0 }, (_, count) => (count === 0 ? direction : `${direction}${count + 1}`)),
  );
  const move = (): string => names[number()] ?? '?';

  const steps: TraceStep[] = [];
  let [open, closed] = [0, 0];
  for (;;) {
    const flags = byte();
    if ((flags & 3) === 2) break;
    if ((flags & 3) === 1) {
      const kind = (['iteration', 'intermediate_goal', 'solution'] as const)[byte()] ?? 'solution';
      steps.push({ kind, value: number() });
      continue;
    }
    let origin: Pick<TraceExpansion, 'parent' | 'move' | 'board'>;
    if ((flags & 8) !== 0) {
      const [parent, last] = [steps.length - number(), move()];
      const before = steps[parent];
      const tiles = parseTiles((before?.kind === 'expansion' && before.board) || '') ?? [];
      origin = { parent, move: last, board: formatTiles(applyMove(tiles, shape, last) ?? []) };
    } else {
      const length = number();
      origin = { parent: null, move: null, board: new TextDecoder().decode(bytes.subarray(at, at + length)) };
      at += length;
    }
    const [g, h] = [number(), number()];
    const f = g + h + difference();
    open += difference();
    closed += difference();
    steps.push({ kind: 'expansion', ...origin, g, h, f, open, closed, backward: (flags & 4) !== 0 });
  }
  const status = (['solved', 'solved', 'unsolvable'] as const)[bytes[at] ?? 9] ?? 'stopped';
  const proven = byte() === 1;
  const [expanded, generated, length] = [number(), number(), number()];
  const moves = status === 'solved' ? Array.from({ length }, move).join(' ') : null;
  const text = (name: string) => header.get(name) ?? '';
  return {
    puzzle: text('puzzle'),
    shape: text('shape'),
    metric,
    algorithm: text('algorithm'),
    heuristic: text('heuristic'),
    start: text('start'),
    goal: text('goal'),
    program: text('program'),
    steps,
    end: { status, proven, moves, expanded, generated, message: null },
    intermediate_goals: intermediateGoals,
  };
}
