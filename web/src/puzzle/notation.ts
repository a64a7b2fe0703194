/**
 * Boards as text, in all notations of the command line.
 *
 * - separated by spaces, commas, `;`, `/`, `|` or line breaks: `1 2 3 0`
 * - in rows, separated by `;`, `/`, `|` or line breaks: `1 2 / 3 0`
 * - hexadecimal digits without separators, up to 16 cells: `1230`, `12/30`
 * - a JSON array, or an array of rows: `[1,2,3,0]`, `[[1,2],[3,0]]`
 *
 * `_ . · x -` also mean the blank. Without a size, the size follows from the rows, or from the number of
 * tiles if the board is square.
 */

import type { Board, Size } from './tiles';

/** A text that is not a board: the message says why, the span where. */
export class NotationError extends Error {
  constructor(
    message: string,
    readonly text: string,
    readonly span: readonly [number, number] | null = null,
    /** Sizes that fit the number of tiles, if the size is unknown. */
    readonly sizes: readonly Size[] = [],
  ) {
    super(message);
    this.name = 'NotationError';
  }
}

interface Token {
  text: string;
  start: number;
  end: number;
}

interface Layout {
  tokens: Token[];
  /** Row lengths, if the board is drawn in rows. */
  rows: number[] | null;
  /** True if each row has one token. */
  oneARow: boolean;
}

/** Signs that separate rows, weakest first. */
const BREAKS = [';', '|', '/', '\n'];
const BLANKS = new Set(['_', '.', '·', 'x', 'X', '-']);
const COMPACT = /^(?!-\d+$)[0-9a-fA-F_.·xX-]{2,}$/;
const MAX_COMPACT_CELLS = 16;

export function parseBoard(text: string, size: Size | null = null): Board {
  const isJson = text.trimStart().startsWith('[');
  let layout = isJson ? layoutOfJson(text) : layoutOfDrawing(text);
  if (layout.tokens.length === 0) throw new NotationError('The board is empty: no tiles are given', text);
  if (!size && /^\s*\d+\s*[xX×]\s*\d+\s*$/.test(text)) {
    throw new NotationError(`${text.trim()} is a size, not a board: write 0 or _ for the blank`, text);
  }
  const digits = isJson ? null : compact(layout, size);
  const radix = digits ? 16 : 10;
  layout = digits ?? layout;
  const drawn = drawnSize(text, layout, size);
  const tiles = layout.tokens.map((token) => parseTile(text, token, radix));
  const fitting = size ?? drawn ?? square(tiles.length);
  if (!fitting) throw unknownSize(text, tiles);
  checkTiles(text, layout, tiles, fitting);
  return { width: fitting.width, height: fitting.height, tiles };
}

function square(cells: number): Size | null {
  const side = Math.round(Math.sqrt(cells));
  return side * side === cells && side > 1 ? { width: side, height: side } : null;
}

function layoutOfDrawing(text: string): Layout {
  const tokens: Token[] = [];
  const between: number[] = [];
  for (const match of text.matchAll(/[^\s,;|/]+/g)) {
    const last = tokens.at(-1);
    if (last) {
      const gap = text.slice(last.end, match.index);
      between.push(BREAKS.reduce((kinds, sign, bit) => (gap.includes(sign) ? kinds | (1 << bit) : kinds), 0));
    }
    tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  }
  const oneARow = between.length > 0 && between.every((kinds) => kinds !== 0);
  return { tokens, rows: rowsOf(between), oneARow };
}

/** Row lengths: the weakest sign separates tiles where every sign separates single tiles. */
function rowsOf(between: readonly number[]): number[] | null {
  let active = between.reduce((all, kinds) => all | kinds, 0);
  while (active !== 0) {
    const lengths = [1];
    for (const kinds of between) {
      if ((kinds & active) === 0) lengths[lengths.length - 1]!++;
      else lengths.push(1);
    }
    if (lengths.some((length) => length > 1)) return lengths;
    active &= active - 1;
  }
  return null;
}

function layoutOfJson(text: string): Layout {
  const form = 'a board as JSON is [1, 2, 3, 0], or with an array for each row [[1, 2], [3, 0]]';
  const wrong = (start: number, end: number, why: string) =>
    new NotationError(`${why}: ${form}`, text, [start, end]);
  const tokens: Token[] = [];
  const rows: number[] = [];
  let depth = 0;
  let over = false;
  for (const match of text.matchAll(/\[|\]|[^\s,[\]"]+/g)) {
    const [token, start, end] = [match[0], match.index, match.index + match[0].length];
    if (over) throw wrong(start, end, 'There is text after the last bracket');
    if (token === '[') {
      if (depth === 2) throw wrong(start, end, 'Too many brackets');
      if (depth === 1 && rows.length === 0 && tokens.length > 0) {
        throw wrong(start, end, 'An array is among the tiles');
      }
      depth++;
      if (depth === 2) rows.push(0);
    } else if (token === ']') {
      depth--;
      over = depth === 0;
    } else {
      if (depth === 2) rows[rows.length - 1]!++;
      else if (rows.length > 0) throw wrong(start, end, 'A tile is outside the rows');
      tokens.push({ text: token, start, end });
    }
  }
  if (!over) throw new NotationError(`A bracket is not closed: ${form}`, text);
  return { tokens, rows: rows.length > 0 ? rows : null, oneARow: false };
}

/** Hexadecimal digits, one a tile, for a whole board or for each row; null if the tokens are numbers. */
function compact(layout: Layout, size: Size | null): Layout | null {
  if (!layout.tokens.every((token) => COMPACT.test(token.text))) return null;
  const signs = layout.tokens.map((token) =>
    [...token.text].map((sign, index) => ({
      text: sign,
      start: token.start + index,
      end: token.start + index + 1,
    })),
  );
  const cells = size ? size.width * size.height : signs.flat().length;
  // Two-digit numbers are tiles too; separated by spaces they are rows only if they fill a board.
  const fillsRows = (size ? size.height : signs[0]!.length) === signs.length;
  const fits = signs.length === 1 || layout.oneARow || (layout.rows === null && fillsRows);
  if (cells > MAX_COMPACT_CELLS || !fits) return null;
  const rows = signs.map((row) => row.length);
  return { tokens: signs.flat(), rows: rows.length > 1 ? rows : null, oneARow: false };
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

function drawnSize(text: string, layout: Layout, expected: Size | null): Size | null {
  if (!layout.rows) return null;
  const width = layout.rows[0]!;
  const ragged = layout.rows.findIndex((length) => length !== width);
  if (ragged >= 0) {
    const before = layout.rows.slice(0, ragged).reduce((sum, length) => sum + length, 0);
    const row = layout.tokens.slice(before, before + layout.rows[ragged]!);
    throw new NotationError(
      `Row ${ragged + 1} has ${count(row.length, 'tile')}, and row 1 has ${count(width, 'tile')}: ` +
        'all rows must have the same length, with 0 or _ for the blank',
      text,
      row.length > 0 ? [row[0]!.start, row.at(-1)!.end] : null,
    );
  }
  const drawn = { width, height: layout.rows.length };
  if (expected && (expected.width !== drawn.width || expected.height !== drawn.height)) {
    throw new NotationError(
      `The board is drawn in ${count(drawn.height, 'row')} of ${count(width, 'tile')}, ` +
        `but its size is ${expected.width}x${expected.height}`,
      text,
    );
  }
  return drawn;
}

function parseTile(text: string, token: Token, radix: number): number {
  const sign = token.text;
  if (sign === 'null' || BLANKS.has(sign)) return 0;
  const valid = radix === 16 ? /^[0-9a-f]+$/i.test(sign) : /^\d{1,9}$/.test(sign);
  if (valid) return parseInt(sign, radix);
  const why = /^-\d+$/.test(sign)
    ? `${sign} is negative: tiles are numbered from 1, and 0 is the blank`
    : /^\d+$/.test(sign)
      ? `${sign.slice(0, 12)}… is far too large for a tile`
      : `“${sign.slice(0, 24)}” is not a tile number`;
  throw new NotationError(why, text, [token.start, token.end]);
}

function checkTiles(text: string, layout: Layout, tiles: readonly number[], size: Size): void {
  const cells = size.width * size.height;
  const name = `${size.width}x${size.height}`;
  const zero = tiles.includes(0) ? '' : '; the blank (0) is missing';
  const span = (index: number): readonly [number, number] | null => {
    const token = layout.tokens[index];
    return token ? [token.start, token.end] : null;
  };
  const first = new Map<number, number>();
  tiles.forEach((tile, index) => {
    if (index >= cells) return;
    if (tile >= cells) {
      throw new NotationError(
        `Tile ${tile} is not on a ${name} board: its tiles are 1 to ${cells - 1}${zero}`,
        text,
        span(index),
      );
    }
    const other = first.get(tile);
    if (other !== undefined) {
      const what = tile === 0 ? 'The blank' : `Tile ${tile}`;
      throw new NotationError(
        `${what} appears twice (at positions ${other + 1} and ${index + 1})${zero}`,
        text,
        span(index),
      );
    }
    first.set(tile, index);
  });
  if (tiles.length !== cells) {
    throw new NotationError(
      `A ${name} board has ${cells} cells, but ${count(tiles.length, 'tile')} ${tiles.length === 1 ? 'is' : 'are'} given${zero}`,
      text,
      span(cells),
    );
  }
}

function unknownSize(text: string, tiles: readonly number[]): NotationError {
  const cells = tiles.length;
  const zero = tiles.includes(0) ? '' : '; the blank (0) is missing';
  const sizes = Array.from({ length: cells }, (_, width) => ({ width, height: cells / width }))
    .filter(({ width, height }) => width > 1 && height > 1 && Number.isInteger(height))
    .slice(0, 6);
  const reason =
    sizes.length > 0
      ? 'and no size is given'
      : 'and no board with at least two rows and columns has this many cells';
  return new NotationError(
    `${count(cells, 'tile')} ${cells === 1 ? 'does' : 'do'} not make a square board, ${reason}${zero}`,
    text,
    null,
    zero === '' ? sizes : [],
  );
}
