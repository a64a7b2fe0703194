/** Boards of sliding tiles, their moves and their goals. No drawing, no engine. */

import { inverse, type Direction, type Metric, type Move } from './moves';
import { NotationError, parseBoard } from './notation';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A board: its tiles in reading order, 0 for the blank. */
export interface Board extends Size {
  readonly tiles: readonly number[];
}

/** Sides that the page can draw. */
export const SMALLEST_SIDE = 2;
export const LARGEST_SIDE = 10;

export type NamedGoal = 'blank-last' | 'blank-first';
export const NAMED_GOALS: readonly NamedGoal[] = ['blank-last', 'blank-first'];

export function sizeText(size: Size): string {
  return `${size.width}x${size.height}`;
}

/** The size as read by people: `4×4`. */
export function sizeLabel(size: Size): string {
  return `${size.width}×${size.height}`;
}

export function isDrawable(size: Size): boolean {
  return [size.width, size.height].every((side) => side >= SMALLEST_SIDE && side <= LARGEST_SIDE);
}

/** Parses `WxH` of a size that the page can draw; null otherwise. */
export function parseSize(text: string): Size | null {
  const match = /^\s*(\d{1,5})\s*[xX×]\s*(\d{1,5})\s*$/.exec(text);
  if (!match) return null;
  const size = { width: Number(match[1]), height: Number(match[2]) };
  return isDrawable(size) ? size : null;
}

export function namedGoal(goal: NamedGoal, size: Size): Board {
  const cells = size.width * size.height;
  const tiles = Array.from({ length: cells }, (_, cell) => (goal === 'blank-last' ? (cell + 1) % cells : cell));
  return { width: size.width, height: size.height, tiles };
}

/** Returns the goal that a text names or writes out; throws a `NotationError`. */
export function goalBoard(goal: string, size: Size): Board {
  const name = goal.trim().toLowerCase().replaceAll('_', '-');
  if (name === 'blank-last' || name === 'blank-first') return namedGoal(name, size);
  const board = parseBoard(goal, size);
  if (board.width !== size.width || board.height !== size.height) {
    throw new NotationError(`The goal is ${sizeLabel(board)}, and the board is ${sizeLabel(size)}`, goal);
  }
  return board;
}

/** The text of a goal: its name if it has one. */
export function goalText(goal: Board): string {
  return NAMED_GOALS.find((name) => sameTiles(namedGoal(name, goal), goal)) ?? boardText(goal);
}

/** Tiles in reading order, separated by spaces. */
export function boardText(board: Board): string {
  return board.tiles.join(' ');
}

/** The board one row a line, in columns. */
export function boardRows(board: Board): string {
  const digits = String(board.tiles.length - 1).length;
  return Array.from({ length: board.height }, (_, row) =>
    board.tiles
      .slice(row * board.width, (row + 1) * board.width)
      .map((tile) => String(tile).padStart(digits))
      .join(' '),
  ).join('\n');
}

export function sameTiles(a: Board, b: Board): boolean {
  return a.width === b.width && a.height === b.height && a.tiles.every((tile, cell) => tile === b.tiles[cell]);
}

export function blankCell(board: Board): number {
  return board.tiles.indexOf(0);
}

export function rowOf(size: Size, cell: number): number {
  return Math.floor(cell / size.width);
}

export function columnOf(size: Size, cell: number): number {
  return cell % size.width;
}

/** The step of the blank, in columns and rows, when tiles slide in a direction. */
const BLANK_STEP: Record<Direction, readonly [number, number]> = {
  U: [0, 1],
  D: [0, -1],
  L: [1, 0],
  R: [-1, 0],
};

/** Number of tiles that can slide in a direction. */
export function room(board: Board, direction: Direction): number {
  const blank = blankCell(board);
  const [dx, dy] = BLANK_STEP[direction];
  if (dx !== 0) return dx > 0 ? board.width - 1 - columnOf(board, blank) : columnOf(board, blank);
  return dy > 0 ? board.height - 1 - rowOf(board, blank) : rowOf(board, blank);
}

/** The cells whose tiles a move slides, nearest to the blank first; null for an illegal move. */
export function cellsOf(board: Board, move: Move): number[] | null {
  if (move.count < 1 || move.count > room(board, move.direction)) return null;
  const [dx, dy] = BLANK_STEP[move.direction];
  const blank = blankCell(board);
  return Array.from({ length: move.count }, (_, index) => blank + (index + 1) * (dx + dy * board.width));
}

/** Returns the board after a move, or null for an illegal move. */
export function applyMove(board: Board, move: Move): Board | null {
  const cells = cellsOf(board, move);
  if (!cells) return null;
  const tiles = [...board.tiles];
  let hole = blankCell(board);
  for (const cell of cells) {
    tiles[hole] = tiles[cell]!;
    hole = cell;
  }
  tiles[hole] = 0;
  return { width: board.width, height: board.height, tiles };
}

/** Returns the board after moves; stops before the first illegal one and says which it is. */
export function applyMoves(board: Board, moves: readonly Move[]): { board: Board; illegal: number | null } {
  for (const [index, move] of moves.entries()) {
    const next = applyMove(board, move);
    if (!next) return { board, illegal: index };
    board = next;
  }
  return { board, illegal: null };
}

/** Returns the board before moves that led to it. */
export function undoMove(board: Board, move: Move): Board | null {
  return applyMove(board, inverse(move));
}

/** The move that slides the tile on a cell, and those before it, towards the blank; null if none does. */
export function moveOfCell(board: Board, cell: number): Move | null {
  const blank = blankCell(board);
  if (cell === blank || cell < 0 || cell >= board.tiles.length) return null;
  const columns = columnOf(board, cell) - columnOf(board, blank);
  const rows = rowOf(board, cell) - rowOf(board, blank);
  if (rows === 0) return { direction: columns > 0 ? 'L' : 'R', count: Math.abs(columns) };
  if (columns === 0) return { direction: rows > 0 ? 'U' : 'D', count: Math.abs(rows) };
  return null;
}

/** All moves that a metric allows. */
export function legalMoves(board: Board, metric: Metric): Move[] {
  return (['U', 'D', 'L', 'R'] as const).flatMap((direction) => {
    const max = metric === 'multi' ? room(board, direction) : Math.min(1, room(board, direction));
    return Array.from({ length: max }, (_, index) => ({ direction, count: index + 1 }));
  });
}

/** The goal cell of every tile, by tile. */
export function goalCells(goal: Board): number[] {
  const cells: number[] = [];
  goal.tiles.forEach((tile, cell) => (cells[tile] = cell));
  return cells;
}

/** Returns the board with the tiles of two cells exchanged. */
export function exchange(board: Board, a: number, b: number): Board {
  const tiles = [...board.tiles];
  [tiles[a], tiles[b]] = [tiles[b]!, tiles[a]!];
  return { width: board.width, height: board.height, tiles };
}

/** True if no single move leads from one board to the other: tiles would cross each other on the way. */
export function isJump(from: Board, to: Board): boolean {
  if (from.width !== to.width || from.height !== to.height) return false;
  const moved = to.tiles.filter((tile, cell) => tile !== 0 && from.tiles[cell] !== tile);
  return moved.length >= Math.max(to.width, to.height);
}
