/** The board of a day: the same for every player, with the length of an optimal solution as par. */

import { computed, signal } from '@preact/signals';
import type { Engine } from '../../engine/protocol';
import { parseBoard } from '../../puzzle/notation';
import { sameTiles, type Board } from '../../puzzle/tiles';
import { goal, metric, parameter, setBoard, setParameter, start } from '../../state/store';

const SIZE = { width: 3, height: 3 };
const GOAL = 'blank-last';

const dailyBoard = signal<{ day: string; board: Board } | null>(null);

/** The day of the current board; null for other boards. */
export const dailyDay = computed<string | null>(() => {
  const daily = dailyBoard.value;
  const isDaily = daily && sameTiles(daily.board, start.value) && goal.value === GOAL && metric.value === 'single';
  return isDaily ? daily.day : null;
});

/** The day of a date where the player is: `2026-11-27`. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day in the address; null if it has none or no date. */
export function linkedDay(): string | null {
  const day = parameter('board', 'day');
  return day !== undefined && /^20\d\d-[01]\d-[0-3]\d$/.test(day) ? day : null;
}

export function dailyLink(day: string): string {
  return `${location.href.replace(/#.*$/, '')}#board?board.day=${day}`;
}

/** Shows the board of a day. */
export async function playDaily(engine: Engine, day: string, cancelled: AbortSignal): Promise<void> {
  const request = { puzzle: 'tiles', size: '3x3', goal: GOAL, count: 1, seed: Number(day.replaceAll('-', '')) };
  const { positions } = await engine.call('scramble', request, { signal: cancelled });
  if (cancelled.aborted) return;
  const board = parseBoard(positions[0] ?? '', SIZE);
  dailyBoard.value = { day, board };
  metric.value = 'single';
  // A link may have moves of a game.
  if (!sameTiles(board, start.value) || goal.value !== GOAL) setBoard(board, GOAL);
  setParameter('board', 'day', day);
}
