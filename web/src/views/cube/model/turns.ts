/**
 * Turns in Singmaster notation: `U`, `U'` (counterclockwise), `U2`; `Uw` or `u` for two layers, `M E S` for the
 * slices that turn with L, D and F, `x y z` for rotations of the cube with R, U and F.
 */

import { FACES, type Face, type Turn } from './stickers';

const SLICES: Record<string, Face> = { M: 'L', E: 'D', S: 'F' };
const ROTATIONS: Record<string, Face> = { x: 'R', y: 'U', z: 'F' };

const letterOf = (letters: Record<string, Face>, face: Face) =>
  Object.keys(letters).find((letter) => letters[letter] === face) ?? face;

export function formatTurn({ face, quarters, layers }: Turn): string {
  const name =
    layers === 'wide'
      ? `${face}w`
      : layers === 'slice'
        ? letterOf(SLICES, face)
        : layers === 'all'
          ? letterOf(ROTATIONS, face)
          : face;
  return `${name}${quarters === 1 ? '' : quarters === 2 ? '2' : "'"}`;
}

export function formatTurns(turns: readonly Turn[]): string {
  return turns.map(formatTurn).join(' ');
}

/** A turn, and the end of its text. */
export interface WrittenTurn {
  readonly turn: Turn;
  readonly end: number;
}

/** Turns with or without separators, with the places of their texts; null if a sign is wrong. */
export function parseAlgorithm(text: string): WrittenTurn[] | null {
  const turns: WrittenTurn[] = [];
  const pattern = /([URFDLB]w?|[urfdlbMESxyz])(2'?|'2?|’2?|3)?|[\s,()]+/y;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) return null;
    const name = match[1];
    if (name === undefined) continue;
    const amount = match[2] ?? '';
    const quarters = amount.includes('2') ? 2 : amount === '' ? 1 : 3;
    turns.push({ turn: { ...named(name), quarters }, end: pattern.lastIndex });
  }
  return turns;
}

function named(name: string): Omit<Turn, 'quarters'> {
  const [slice, rotation] = [SLICES[name], ROTATIONS[name]];
  if (slice) return { face: slice, layers: 'slice' };
  if (rotation) return { face: rotation, layers: 'all' };
  const face = name[0]!.toUpperCase() as Face;
  return name === face ? { face } : { face, layers: 'wide' };
}

export function parseTurns(text: string): Turn[] | null {
  return parseAlgorithm(text)?.map(({ turn }) => turn) ?? null;
}

export function inverse(turn: Turn): Turn {
  return { ...turn, quarters: (4 - turn.quarters) as 1 | 2 | 3 };
}

/** The cost of turns: a half turn counts two in the quarter-turn metric, a slice two, a rotation nothing. */
export function costOf(turns: readonly Turn[], metric: string): number {
  const cost = ({ quarters, layers }: Turn) =>
    (layers === 'all' ? 0 : layers === 'slice' ? 2 : 1) * (metric === 'quarter' && quarters === 2 ? 2 : 1);
  return turns.reduce((sum, turn) => sum + cost(turn), 0);
}

/** The turn of a key: a letter of a face, a slice or a rotation, upper case (with Shift) for the inverse. */
export function turnOfKey(key: string, shift: boolean): Turn | null {
  const letter = key.toUpperCase();
  const quarters = shift ? 3 : 1;
  const face = FACES.find((name) => name === letter);
  if (face) return { face, quarters };
  const name = letter in SLICES ? letter : letter.toLowerCase();
  return name in SLICES || name in ROTATIONS ? { ...named(name), quarters } : null;
}

/** Appends a turn; two consecutive turns of the same layers become one turn or cancel. */
export function appendTurn(turns: readonly Turn[], next: Turn): Turn[] {
  const last = turns.at(-1);
  if (last?.face !== next.face || last.layers !== next.layers) return [...turns, next];
  const quarters = (last.quarters + next.quarters) % 4;
  const before = turns.slice(0, -1);
  return quarters === 0 ? before : [...before, { ...next, quarters: quarters as 1 | 2 | 3 }];
}
