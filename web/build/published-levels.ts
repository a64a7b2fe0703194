/**
 * The module `virtual:published-levels`: tables of levels from the data of the repository, made when the
 * page is built, so that no number is typed twice.
 */

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

export interface PublishedTable {
  /** `4x3`, `cube2`, `cube3`. */
  space: string;
  metric: string;
  /** The cell of the blank in the start; null for cubes. */
  cell: number | null;
  levels: number[];
  sources: string[];
}

const NAME = 'virtual:published-levels';
const DATA = new URL('../../data/', import.meta.url);

/** The rows of a CSV file as objects by column; a field may be quoted. */
export function parseCsv(text: string): Record<string, string>[] {
  const fields = (line: string): string[] =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
      .slice(0, -1)
      .map(([, field = '']) => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field));
  const [head = '', ...rows] = text.split(/\r?\n/).filter((line) => line !== '');
  const names = head.split(',');
  return rows.map((row) => {
    const values = fields(`${row},`);
    return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
  });
}

/** Groups rows of (space, metric, start, depth, states, source) to tables. */
export function tables(
  rows: Record<string, string>[],
  space: (row: Record<string, string>) => string | null,
): PublishedTable[] {
  const tables = new Map<string, PublishedTable>();
  for (const row of rows) {
    const name = space(row);
    if (name === null) continue;
    // The greatest levels of the 3x3x3 cube exceed what a number of JavaScript holds.
    if (Number(row['states']) > Number.MAX_SAFE_INTEGER) continue;
    const cell = row['start_cell'] === undefined ? null : Number(row['start_cell']);
    const metric = row['metric'] ?? '';
    const key = `${name} ${metric} ${cell}`;
    const table = tables.get(key) ?? { space: name, metric, cell, levels: [], sources: [] };
    tables.set(key, table);
    const states = Number(row['states']);
    if (Number(row['depth']) !== table.levels.length || !Number.isSafeInteger(states))
      throw new Error(`${key}: depth ${row['depth']} is out of order or no number`);
    table.levels.push(states);
    for (const source of (row['source'] ?? '').split('; '))
      if (!table.sources.includes(source)) table.sources.push(source);
  }
  return [...tables.values()];
}

export function publishedTables(): PublishedTable[] {
  const read = (name: string) => parseCsv(readFileSync(new URL(name, DATA), 'utf8'));
  const cubes: Record<string, string> = { '2x2x2': 'cube2', '3x3x3': 'cube3' };
  return [
    ...tables(read('sliding_tile_levels.csv'), (row) => `${row['width']}x${row['height']}`),
    ...tables(read('cube_levels.csv'), (row) => cubes[row['puzzle'] ?? ''] ?? null),
  ];
}

export function publishedLevels(): Plugin {
  return {
    name: 'published-levels',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(publishedTables())};` : null),
  };
}
