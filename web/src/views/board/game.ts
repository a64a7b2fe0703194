/** A game: the clock, hints and moves as a player makes them. */

import { computed, effect, signal } from '@preact/signals';
import type { Engine } from '../../engine/protocol';
import { inverse, parseMoves, type Direction, type Move } from '../../puzzle/moves';
import { cellsOf, room, type Board } from '../../puzzle/tiles';
import { distance, storedDistance } from '../../state/distance';
import { announce, current, goal, metric, moves, play, played, position, redo, restart, solved, start, undo } from '../../state/store';
import { texts } from '../../texts';
import { dailyDay } from './daily';
import { recordDaily, recordGame } from './records';

/** Seconds of the current game. */
export const seconds = signal(0);
/** True while the clock runs: from the first move to the last. */
export const running = signal(false);
/** True after the last move of a player, false for a board that was solved from the start. */
export const justSolved = signal(false);
export const hint = signal<{ move: Move; tiles: readonly number[] } | null>(null);
export const hintProblem = signal<string | null>(null);
/** True after the last move of a game that is a personal best. */
export const isBest = signal(false);
/** The moves that the player made without hints; other moves are from an address or from a solution. */
let ownMoves: readonly Move[] | null = null;
/** The distance of the first board of the game, if it is known. */
export const optimum = computed<number | null>(() => {
  const exact = distance.value.exact && moves.value.length === 0 ? distance.value.bound : null;
  return exact ?? storedDistance(start.value, goal.value, metric.value)?.bound ?? null;
});

export function tilesOf(board: Board, move: Move): number[] {
  return (cellsOf(board, move) ?? []).map((cell) => board.tiles[cell]!);
}

function forgetHint(): void {
  hint.value = null;
  hintProblem.value = null;
}

export function slide(move: Move): void {
  const tiles = tilesOf(current.value, move);
  if (tiles.length === 0) return;
  const before = solved.value;
  const isOwn = hint.value === null && (moves.value.length === 0 || moves.value === ownMoves);
  forgetHint();
  if (!running.value && moves.value.length === 0) seconds.value = 0;
  play(move);
  ownMoves = isOwn ? moves.value : null;
  justSolved.value = solved.value && !before;
  running.value = !solved.value;
  if (justSolved.value && isOwn) record();
  announce(texts.board.slid(tiles, texts.board.direction[move.direction]));
}

/** Records a game of own moves. */
function record(): void {
  const [best, day] = [optimum.value, dailyDay.value];
  isBest.value = recordGame(played.value, seconds.value, best);
  if (day !== null && best !== null) recordDaily(day, { moves: played.value, par: best, seconds: seconds.value });
}

/** Slides the tile next to the blank, or the whole line. */
export function slideTowards(direction: Direction, line: boolean): void {
  const max = room(current.value, direction);
  if (max > 0) slide({ direction, count: line ? max : 1 });
}

export function takeBack(): void {
  forgetHint();
  justSolved.value = false;
  const isOwn = moves.value === ownMoves;
  const move = undo();
  ownMoves = isOwn ? moves.value : null;
  if (move) announce(`${texts.board.undone} ${texts.board.direction[inverse(move).direction]}`);
}

export function playAgain(): void {
  forgetHint();
  const isOwn = moves.value === ownMoves;
  const move = redo();
  ownMoves = isOwn ? moves.value : null;
  justSolved.value = move !== null && solved.value;
  if (solved.value) running.value = false;
}

export function takeAllBack(): void {
  forgetHint();
  justSolved.value = false;
  running.value = false;
  seconds.value = 0;
  restart();
}

/** Shows the next move of a solution; if it is shown, plays it. */
export async function askHint(engine: Engine, signal: AbortSignal): Promise<void> {
  if (hint.value) {
    slide(hint.value.move);
    return;
  }
  const board = current.value;
  const show = (move: Move | undefined) => {
    if (!move || current.value !== board) return;
    const tiles = tilesOf(board, move);
    hint.value = { move, tiles };
    announce(texts.board.hintMove(tiles, texts.board.direction[move.direction]));
  };
  const { solution } = distance.value;
  if (solution) {
    show(solution[0]);
    return;
  }
  try {
    // A suboptimal solution is a hint too, and boards of any size have one.
    const result = await engine.call(
      'solve',
      { ...position.value, algorithm: board.tiles.length > 36 ? 'constructive' : 'human', max_time: 10 },
      { signal, lane: 'hint' },
    );
    if (result.moves) show(parseMoves(result.moves)[0]);
    else hintProblem.value = texts.board.hintFailed(result.message ?? result.status);
  } catch (error) {
    if (signal.aborted) return;
    hintProblem.value = texts.board.hintFailed(error instanceof Error ? error.message : String(error));
  }
}

/** Runs the clock, and resets it for a new board, until the function that it returns is called. */
export function startClock(): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (running.value && document.visibilityState === 'visible') seconds.value += (now - last) / 1000;
    last = now;
  }, 200);
  let shown = start.value;
  const stop = effect(() => {
    const board = start.value;
    if (board === shown) return;
    shown = board;
    forgetHint();
    running.value = false;
    justSolved.value = false;
    seconds.value = 0;
  });
  return () => {
    clearInterval(timer);
    stop();
  };
}
