/** The state of the page as signals. The address follows the state, and the state the address. */

import { batch, computed, effect, signal } from '@preact/signals';
import type { Engine, PuzzleInfo } from '../engine/protocol';
import type { Metric, Move } from '../puzzle/moves';
import { costOf } from '../puzzle/moves';
import { applyMoves, boardText, goalBoard, sameTiles, sizeText, type Board } from '../puzzle/tiles';
import { decodeState, encodeState, type Lane, type PageState, type ViewName } from './url';

const initial = decodeState(typeof location === 'undefined' ? '' : location.hash);

export const view = signal<ViewName>(initial.state.view);
/** The board from which the moves were played. */
export const start = signal<Board>(initial.state.start);
/** `blank-last`, `blank-first` or tiles. */
export const goal = signal<string>(initial.state.goal);
export const metric = signal<Metric>(initial.state.metric);
/** Moves played, oldest first. */
export const moves = signal<readonly Move[]>(initial.state.moves);
/** Moves undone, the next to be redone last. */
export const undone = signal<readonly Move[]>([]);
export const algorithm = signal<string>(initial.state.algorithm);
export const heuristic = signal<string>(initial.state.heuristic);
export const lanes = signal<readonly Lane[]>(initial.state.lanes);
/** Parameters of single views: `VIEW.NAME` to its text. */
export const parameters = signal<Readonly<Record<string, string>>>(initial.state.parameters);
/** Messages for the reader, shown below the header. */
export const messages = signal<readonly string[]>(initial.problems);
/** The last change in words, for screen readers. */
export const announcement = signal('');
/** Where requests run; `lost`: in workers, because the server of the page does not answer any more. */
export const enginePlace = signal<Engine['place']>('worker');
/** Threads that a search on the server may have. */
export const serverThreads = signal(1);
export const puzzles = signal<readonly PuzzleInfo[] | null>(null);

/** The board as it stands. */
export const current = computed<Board>(() => applyMoves(start.value, moves.value).board);
export const goalTiles = computed<Board>(() => goalBoard(goal.value, start.value));
export const solved = computed(() => sameTiles(current.value, goalTiles.value));
export const played = computed(() => costOf(moves.value, metric.value));

/** The number of changes to which the reader may return; see `asStep`. */
const steps = signal(0);
/** The number of times that the state was read from the address. */
export const addressReads = signal(1);

/** A board in the fields of a request. */
export function positionOf(board: Board, goalName: string, metricName: Metric) {
  return { puzzle: 'tiles', board: boardText(board), size: sizeText(board), goal: goalName, metric: metricName };
}

/** The current board as the engine takes it. */
export const position = computed(() => positionOf(current.value, goal.value, metric.value));

function state(): PageState {
  return {
    view: view.value,
    start: start.value,
    goal: goal.value,
    metric: metric.value,
    moves: moves.value,
    algorithm: algorithm.value,
    heuristic: heuristic.value,
    lanes: lanes.value,
    parameters: parameters.value,
  };
}

/** The address of the page as it stands, to be shared. */
export function shareLink(): string {
  return location.href.replace(/#.*$/, '') + encodeState(state());
}

/** The address of another view of the same board. */
export function addressOf(other: ViewName): string {
  return encodeState({ ...state(), view: other });
}

/** Makes a change that is a step in the history: Back returns to the state before it. */
export function asStep(change: () => void): void {
  batch(() => {
    steps.value++;
    change();
  });
}

/** Sets a new board to play from, as a step; the goal is reset by name if it does not fit. */
export function setBoard(board: Board, newGoal?: string): void {
  asStep(() => {
    const sameSize = board.width === start.value.width && board.height === start.value.height;
    if (newGoal !== undefined) goal.value = newGoal;
    else if (!sameSize && !goal.value.startsWith('blank')) goal.value = 'blank-last';
    start.value = board;
    moves.value = [];
    undone.value = [];
  });
}

export function play(move: Move): void {
  batch(() => {
    moves.value = [...moves.value, move];
    undone.value = [];
  });
}

export function undo(): Move | null {
  const last = moves.value.at(-1);
  if (!last) return null;
  batch(() => {
    moves.value = moves.value.slice(0, -1);
    undone.value = [...undone.value, last];
  });
  return last;
}

export function redo(): Move | null {
  const next = undone.value.at(-1);
  if (!next) return null;
  batch(() => {
    moves.value = [...moves.value, next];
    undone.value = undone.value.slice(0, -1);
  });
  return next;
}

/** Takes all moves back. */
export function restart(): void {
  batch(() => {
    moves.value = [];
    undone.value = [];
  });
}

/** A parameter of a view, which the address has while the view is shown. */
export function parameter(of: ViewName, name: string): string | undefined {
  return parameters.value[`${of}.${name}`];
}

export function setParameter(of: ViewName, name: string, value: string | undefined): void {
  const { [`${of}.${name}`]: old, ...rest } = parameters.peek();
  if (old === value) return;
  parameters.value = value === undefined ? rest : { ...rest, [`${of}.${name}`]: value };
}

export function addMessage(text: string): void {
  if (!messages.value.includes(text)) messages.value = [...messages.value, text];
}

export function announce(text: string): void {
  announcement.value = text;
}

/** Makes the address follow the state. A change of the view and a new position are steps in the history. */
export function followAddress(): void {
  let [shownView, shownSteps] = [view.value, steps.value];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The address of the current step that is not written yet. */
  let waiting: string | null = null;
  const replace = () => {
    clearTimeout(timer);
    if (waiting !== null && !isShown(waiting)) history.replaceState(null, '', waiting);
    waiting = null;
  };
  effect(() => {
    const hash = encodeState(state());
    const isStep = view.value !== shownView || steps.value !== shownSteps;
    [shownView, shownSteps] = [view.value, steps.value];
    if (isStep) {
      replace();
      if (!isShown(hash)) history.pushState(null, '', hash);
      return;
    }
    // Browsers limit how often an address may change.
    clearTimeout(timer);
    waiting = hash;
    timer = setTimeout(replace, 250);
  });
  const read = () => {
    clearTimeout(timer);
    waiting = null;
    const next = decodeState(location.hash);
    batch(() => {
      const other = next.state;
      shownView = other.view;
      view.value = other.view;
      if (!sameTiles(start.value, other.start)) start.value = other.start;
      goal.value = other.goal;
      metric.value = other.metric;
      moves.value = other.moves;
      undone.value = [];
      algorithm.value = other.algorithm;
      heuristic.value = other.heuristic;
      lanes.value = other.lanes;
      // The address has all parameters of its view, and no parameters of other views.
      const others = Object.entries(parameters.value).filter(([name]) => !name.startsWith(`${other.view}.`));
      parameters.value = { ...Object.fromEntries(others), ...other.parameters };
      messages.value = next.problems;
      addressReads.value++;
    });
  };
  addEventListener('popstate', read);
  addEventListener('hashchange', read);
}

function isShown(hash: string): boolean {
  return hash === location.hash || (location.hash === '' && hash === '#board');
}
