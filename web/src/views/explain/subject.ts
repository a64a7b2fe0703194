/** The search that the view explains: the lesson of the address, its parameters, or the example of the first visit. */

import { computed } from '@preact/signals';
import { sameTiles, type Board } from '../../puzzle/tiles';
import { current, goal, metric, moves, parameter, setParameter, start } from '../../state/store';
import { DEFAULT_STATE } from '../../state/url';
import { EXAMPLES } from './examples';
import { frameOfStep, lessonPlace, type LessonPlace } from './lessons';
import { frameOfExpansion } from './model/player';
import type { Timeline } from './model/timeline';

export interface Subject {
  readonly board: Board;
  readonly goal: string;
  readonly metric: string;
  readonly algorithm: string;
  readonly heuristic: string;
  /** The algorithm of a second search on the same board. */
  readonly beside: string | null;
  readonly drawing: string | null;
  readonly lesson: LessonPlace | null;
  /** True for the example that the view opens with. */
  readonly isExample: boolean;
}

/** The expansion that the first visit shows. */
const FIRST_SHOWN = 3;

const boardOf = (tiles: readonly number[]): Board => ({ width: 3, height: 3, tiles });

export const subject = computed<Subject>(() => {
  const lesson = lessonPlace(parameter('explain', 'lesson') ?? '');
  const drawing = parameter('explain', 'drawing');
  if (lesson) {
    const { tiles, algorithm, beside } = lesson.lesson;
    return {
      board: boardOf(tiles),
      goal: 'blank-last',
      metric: 'single',
      algorithm,
      heuristic: lesson.step.heuristic ?? 'manhattan',
      beside: beside ?? null,
      drawing: drawing ?? lesson.step.drawing ?? null,
      lesson,
      isExample: false,
    };
  }
  const isExample =
    sameTiles(start.value, DEFAULT_STATE.start) && moves.value.length === 0 && goal.value === DEFAULT_STATE.goal;
  return {
    board: isExample ? boardOf(EXAMPLES[0]!.tiles) : current.value,
    goal: goal.value,
    metric: metric.value,
    algorithm: parameter('explain', 'algorithm') ?? 'astar',
    heuristic: parameter('explain', 'heuristic') ?? 'manhattan',
    beside: parameter('explain', 'beside') ?? null,
    drawing: drawing ?? null,
    lesson: null,
    isExample,
  };
});

/** The frame that a search opens with. */
export function openingFrame(timeline: Timeline): number {
  const { lesson, isExample } = subject.value;
  if (lesson) return frameOfStep(timeline, lesson.step);
  return isExample ? frameOfExpansion(timeline, FIRST_SHOWN) : 0;
}

/** The common step that two searches open with, of `last`. */
export function openingStep(last: number): number {
  const { lesson, isExample } = subject.value;
  if (!lesson) return isExample ? FIRST_SHOWN : 1;
  const { expansion } = lesson.step;
  return expansion === 'start' ? 1 : expansion === 'end' ? last : expansion;
}

/** Parameters of the view that belong to a moment of a search. */
export function forgetMoment(): void {
  for (const name of ['at', 'step', 'drawing']) setParameter('explain', name, undefined);
}

/** Shows a step of a lesson; null ends the lesson. */
export function showLesson(place: string | null): void {
  forgetMoment();
  setParameter('explain', 'lesson', place ?? undefined);
}
