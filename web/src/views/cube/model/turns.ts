/** Turns in Singmaster notation: `U`, `U'` (counterclockwise), `U2`. */

import { FACES, type Face, type Turn } from './stickers';

export function formatTurn({ face, quarters }: Turn): string {
  return `${face}${quarters === 1 ? '' : quarters === 2 ? '2' : "'"}`;
}

export function formatTurns(turns: readonly Turn[]): string {
  return turns.map(formatTurn).join(' ');
}

/** Turns of outer faces, with or without separators; null if a sign is wrong. */
export function parseTurns(text: string): Turn[] | null {
  const turns: Turn[] = [];
  const pattern = /([URFDLB])(2'?|'2?|’|3)?|[\s,]+/y;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) return null;
    if (!match[1]) continue;
    const amount = match[2] ?? '';
    turns.push({ face: match[1] as Face, quarters: amount.includes('2') ? 2 : amount === '' ? 1 : 3 });
  }
  return turns;
}

export function inverse({ face, quarters }: Turn): Turn {
  return { face, quarters: (4 - quarters) as 1 | 2 | 3 };
}

/** The cost of turns: a half turn counts two in the quarter-turn metric. */
export function costOf(turns: readonly Turn[], metric: string): number {
  return turns.reduce((sum, { quarters }) => sum + (metric === 'quarter' && quarters === 2 ? 2 : 1), 0);
}

/** The turn of a key: a letter of a face, upper case (with Shift) for the inverse. */
export function turnOfKey(key: string, shift: boolean): Turn | null {
  const face = FACES.find((name) => name === key.toUpperCase());
  return face ? { face, quarters: shift ? 3 : 1 } : null;
}

/** Appends a turn; two consecutive turns of one face become one turn or cancel. */
export function appendTurn(turns: readonly Turn[], next: Turn): Turn[] {
  const last = turns.at(-1);
  if (last?.face !== next.face) return [...turns, next];
  const quarters = (last.quarters + next.quarters) % 4;
  const before = turns.slice(0, -1);
  return quarters === 0 ? before : [...before, { face: next.face, quarters: quarters as 1 | 2 | 3 }];
}
