/** Boards whose searches are short enough to be followed. */

import { explain as texts } from '../../texts/explain';

export interface Example {
  name: keyof typeof texts.examples;
  width: number;
  height: number;
  tiles: number[];
}

export const EXAMPLES: readonly Example[] = [
  { name: 'easy', width: 3, height: 3, tiles: [8, 1, 3, 4, 0, 2, 7, 6, 5] },
  { name: 'medium', width: 3, height: 3, tiles: [4, 6, 0, 1, 5, 2, 7, 3, 8] },
  { name: 'hard', width: 3, height: 3, tiles: [8, 6, 7, 2, 5, 4, 3, 0, 1] },
  { name: 'narrow', width: 3, height: 2, tiles: [4, 5, 0, 1, 2, 3] },
  { name: 'wide', width: 4, height: 3, tiles: [5, 1, 2, 4, 9, 6, 3, 7, 10, 11, 0, 8] },
  { name: 'fifteen', width: 4, height: 4, tiles: [5, 1, 2, 4, 9, 6, 3, 8, 13, 10, 7, 11, 14, 15, 12, 0] },
];

/** Cells of the largest board that is explained. */
export const MAX_CELLS = 16;

/** The pattern databases that are drawn, by size. */
export const DATABASES: Record<string, string> = { '3x3': 'pdb:4-4', '4x3': 'pdb:5-6', '4x4': 'pdb:6-6-3' };
