/** Cubes as text: stickers, or turns from the solved cube. */

import { sideOf, solvedStickers, turnAll } from './stickers';
import { parseTurns } from './turns';

/** Reads the stickers of a cube of this side, or turns that lead to it; null if the text is neither. */
export function readCube(text: string, side: number): string | null {
  const letters = text.replace(/[\s,|/:]+/g, '').toUpperCase();
  if (/^[URFDLB]+$/.test(letters) && sideOf(letters) === side) return letters;
  // Letters without separators are stickers, too few or too many of them.
  if (/^[a-z]{2,}$/i.test(text.trim())) return null;
  const turns = parseTurns(text.trim());
  return turns && turns.length > 0 ? turnAll(solvedStickers(side), turns) : null;
}
