/** The state of the page as the hash of its address, and back. */

import { compactMoves, parseMoves, type Metric, type Move } from '../puzzle/moves';
import {
  applyMoves,
  goalBoard,
  goalText,
  isDrawable,
  namedGoal,
  parseSize,
  sameTiles,
  sizeText,
  type Board,
} from '../puzzle/tiles';
import { parseBoard } from '../puzzle/notation';
import { texts } from '../texts';

export const VIEWS = ['board', 'solve', 'race', 'explain', 'spaces', 'cube'] as const;
export type ViewName = (typeof VIEWS)[number];

export interface Lane {
  readonly algorithm: string;
  readonly heuristic: string;
}

export interface PageState {
  readonly view: ViewName;
  /** The board from which the moves were played. */
  readonly start: Board;
  /** `blank-last`, `blank-first` or tiles. */
  readonly goal: string;
  readonly metric: Metric;
  readonly moves: readonly Move[];
  readonly algorithm: string;
  readonly heuristic: string;
  readonly lanes: readonly Lane[];
  /** Parameters of single views: `VIEW.NAME` to its text. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The parameter with the step of a lesson, which is the path of an address: `#lesson=a-star/3`. */
const LESSON = 'explain.lesson';
const LESSON_PATH = /^lesson=([a-z0-9-]+(?:\/\d+)?)$/;

/** The parameter with the solution that the view Solve shows. */
const SOLUTION = 'solve.solution';

export const MAX_LANES = 6;
const MAX_MOVES = 10_000;

export const DEFAULT_STATE: PageState = {
  view: 'board',
  // A board on which weights help: A* expands 3,513 states, with W = 1.5 559, with W = 3 245.
  start: { width: 4, height: 4, tiles: [5, 3, 4, 15, 2, 1, 10, 8, 13, 6, 0, 7, 11, 9, 14, 12] },
  goal: 'blank-last',
  metric: 'single',
  moves: [],
  algorithm: 'auto',
  heuristic: 'auto',
  lanes: [
    { algorithm: 'astar', heuristic: 'manhattan' },
    { algorithm: 'idastar', heuristic: 'manhattan' },
  ],
  parameters: {},
};

/** Names of algorithms and heuristics: `wastar(3)`, `pdb:6-6-3`, `max(manhattan,walking-distance)`. */
const NAME = /^[a-z0-9][a-z0-9:._()+,=-]{0,79}$/i;

/** Tiles without separators where one sign a tile is enough, otherwise with commas. */
export function shortBoard(board: Board): string {
  const tiles = board.tiles;
  return tiles.length <= 16 ? tiles.map((tile) => tile.toString(16)).join('') : tiles.join(',');
}

/** Returns the hash, `#` included, without default values. A lesson has its own board, so its hash has none. */
export function encodeState(state: PageState): string {
  const fields: [string, string][] = [];
  const lesson = state.view === 'explain' ? state.parameters[LESSON] : undefined;
  if (lesson !== undefined) return `#lesson=${lesson}${queryOf(parametersOf(state).filter(([name]) => name !== LESSON))}`;
  if (!sameTiles(state.start, DEFAULT_STATE.start)) {
    if (state.start.width !== state.start.height) fields.push(['size', sizeText(state.start)]);
    fields.push(['board', shortBoard(state.start)]);
  }
  if (state.goal !== DEFAULT_STATE.goal) {
    const named = state.goal.startsWith('blank');
    fields.push(['goal', named ? state.goal : shortBoard(goalBoard(state.goal, state.start))]);
  }
  if (state.metric !== DEFAULT_STATE.metric) fields.push(['metric', state.metric]);
  if (state.moves.length > 0) fields.push(['moves', compactMoves(state.moves)]);
  if (state.algorithm !== 'auto') fields.push(['algorithm', state.algorithm]);
  if (state.heuristic !== 'auto') fields.push(['heuristic', state.heuristic]);
  const lanes = lanesText(state.lanes);
  if (lanes !== lanesText(DEFAULT_STATE.lanes)) fields.push(['lanes', lanes]);
  return `#${state.view}${queryOf([...fields, ...parametersOf(state)])}`;
}

/** The parameters of the view that is shown. */
function parametersOf({ view, parameters }: PageState): [string, string][] {
  return Object.entries(parameters)
    .sort()
    .filter(([name]) => name.startsWith(`${view}.`));
}

function queryOf(fields: readonly [string, string][]): string {
  return fields.length === 0 ? '' : `?${fields.map(([name, value]) => `${name}=${escape(value)}`).join('&')}`;
}

/** Escapes characters that an address cannot contain, but not commas, colons and brackets. */
function escape(value: string): string {
  return encodeURIComponent(value).replace(/%(2C|3A|2F|28|29|7E)/g, (code) => decodeURIComponent(code));
}

function lanesText(lanes: readonly Lane[]): string {
  return lanes.map(({ algorithm, heuristic }) => `${algorithm}~${heuristic}`).join(';');
}

/** Reads a hash. A value that is wrong falls back to its default, and a text reports it. */
export function decodeState(hash: string): { state: PageState; problems: string[] } {
  const problems: string[] = [];
  const [path = '', query = ''] = splitOnce(hash.replace(/^#/, ''), '?');
  const fields = new Map<string, string>();
  const parameters: Record<string, string> = {};
  for (const part of query.split('&')) {
    if (part === '') continue;
    const [name, raw = ''] = splitOnce(part, '=');
    let value: string;
    try {
      value = decodeURIComponent(raw.replaceAll('+', ' '));
    } catch {
      problems.push(texts.url.unreadable(name));
      continue;
    }
    if (VIEWS.some((view) => name.startsWith(`${view}.`))) parameters[name] = value;
    fields.set(name, value);
  }
  const attempt = <T>(name: string, read: (text: string) => T, fallback: T): T => {
    const text = fields.get(name);
    if (text === undefined) return fallback;
    try {
      return read(text);
    } catch (error) {
      problems.push(texts.url.wrong(name, text, error instanceof Error ? error.message : String(error)));
      return fallback;
    }
  };
  const oneOf =
    <T extends string>(values: readonly T[]) =>
    (text: string): T => {
      const match = values.find((value) => value === text);
      if (match === undefined) throw new Error(texts.url.oneOf(values));
      return match;
    };
  const name = (text: string): string => {
    if (!NAME.test(text)) throw new Error(texts.url.name);
    return text;
  };

  const lesson = LESSON_PATH.exec(path)?.[1];
  if (lesson !== undefined) parameters[LESSON] = lesson;
  const view =
    path === '' ? DEFAULT_STATE.view : lesson !== undefined ? 'explain' : (VIEWS.find((name) => name === path) ?? null);
  if (view === null) problems.push(texts.url.view(path));
  const size = attempt('size', readSize, null);
  const solved = size === null ? DEFAULT_STATE.start : namedGoal('blank-last', size);
  const start = attempt('board', (text) => readBoard(text, size), solved);
  const goal = attempt('goal', (text) => goalText(goalBoard(text, start)), DEFAULT_STATE.goal);
  const metric = attempt('metric', oneOf(['single', 'multi'] as const), DEFAULT_STATE.metric);
  const moves = attempt('moves', (text) => readMoves(text, start), DEFAULT_STATE.moves);
  const { [SOLUTION]: solution, ...others } = parameters;
  const isSolution =
    solution === undefined ||
    attempt(SOLUTION, (text) => readSolution(text, applyMoves(start, moves).board, goalBoard(goal, start)), false);
  return {
    state: {
      view: view ?? DEFAULT_STATE.view,
      start,
      goal,
      metric,
      moves,
      algorithm: attempt('algorithm', name, DEFAULT_STATE.algorithm),
      heuristic: attempt('heuristic', name, DEFAULT_STATE.heuristic),
      lanes: attempt('lanes', (text) => readLanes(text, name), DEFAULT_STATE.lanes),
      parameters: isSolution ? parameters : others,
    },
    problems,
  };
}

function splitOnce(text: string, sign: string): [string] | [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function readSize(text: string) {
  const size = parseSize(text);
  if (!size) throw new Error(texts.url.size);
  return size;
}

function readBoard(text: string, size: ReturnType<typeof parseSize>): Board {
  const board = parseBoard(text, size);
  if (!isDrawable(board)) throw new Error(texts.url.size);
  return board;
}

function readMoves(text: string, start: Board): Move[] {
  const moves = parseMoves(text);
  if (moves.length > MAX_MOVES) throw new Error(texts.url.tooManyMoves(MAX_MOVES));
  const { illegal } = applyMoves(start, moves);
  if (illegal !== null) throw new Error(texts.url.illegalMove(illegal + 1));
  return moves;
}

/** Returns true if the moves solve a board; throws an error otherwise. */
function readSolution(text: string, from: Board, goal: Board): boolean {
  const { board, illegal } = applyMoves(from, parseMoves(text));
  if (illegal !== null) throw new Error(texts.url.illegalMove(illegal + 1));
  if (!sameTiles(board, goal)) throw new Error(texts.url.noSolution);
  return true;
}

function readLanes(text: string, name: (text: string) => string): Lane[] {
  const lanes = text.split(';').map((lane) => {
    const [algorithm, heuristic = 'auto'] = splitOnce(lane, '~');
    return { algorithm: name(algorithm), heuristic: name(heuristic) };
  });
  if (lanes.length > MAX_LANES) throw new Error(texts.url.tooManyLanes(MAX_LANES));
  return lanes;
}
