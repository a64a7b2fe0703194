/** Lessons: searches with steps that the texts explain. `#lesson=a-star/3` is the third step of the first search. */

import { lessons as texts } from '../../texts/lessons';
import type { Drawing } from './drawings';
import { EXAMPLES } from './examples';
import { frameOfExpansion } from './model/player';
import type { Timeline } from './model/timeline';

export type LessonName = keyof typeof texts.of;

/** A step of a lesson: an expansion, from 1, and a number of its successors; or the start or the end of the search. */
interface LessonStep {
  readonly expansion: number | 'start' | 'end';
  readonly successors?: number;
  readonly heuristic?: string;
  readonly drawing?: Drawing;
}

interface Lesson {
  readonly tiles: readonly number[];
  readonly algorithm: string;
  /** The algorithm of a second search on the same board. */
  readonly beside?: string;
  readonly steps: readonly LessonStep[];
}

const { tiles } = EXAMPLES[0]!;

export const LESSONS: Record<LessonName, Lesson> = {
  'breadth-first': {
    tiles: [1, 2, 3, 4, 0, 6, 7, 5, 8],
    algorithm: 'bfs',
    steps: [{ expansion: 1 }, { expansion: 1, successors: 4 }, { expansion: 2 }, { expansion: 6 }, { expansion: 'end' }],
  },
  'a-star': {
    tiles,
    algorithm: 'astar',
    steps: [
      { expansion: 1, drawing: 'manhattan' },
      { expansion: 1, successors: 4 },
      { expansion: 3 },
      { expansion: 7 },
      { expansion: 21 },
      { expansion: 'end' },
    ],
  },
  'ida-star': {
    tiles,
    algorithm: 'idastar-plain',
    steps: [
      { expansion: 'start' },
      { expansion: 1, successors: 1 },
      { expansion: 4 },
      { expansion: 7 },
      { expansion: 28 },
      { expansion: 'end' },
    ],
  },
  'a-star-and-ida-star': {
    tiles,
    algorithm: 'astar',
    beside: 'idastar-plain',
    steps: [{ expansion: 1 }, { expansion: 7 }, { expansion: 28 }, { expansion: 44 }, { expansion: 'end' }],
  },
  heuristics: {
    tiles,
    algorithm: 'astar',
    steps: [
      { expansion: 1, heuristic: 'hamming', drawing: 'hamming' },
      { expansion: 1, heuristic: 'manhattan', drawing: 'manhattan' },
      { expansion: 1, heuristic: 'pdb:4-4', drawing: 'patterns' },
    ],
  },
};

export interface LessonPlace {
  readonly name: LessonName;
  /** The number of the step, from 1. */
  readonly number: number;
  readonly lesson: Lesson;
  readonly step: LessonStep;
}

/** The place that `NAME/NUMBER` names; null if the lesson or the step does not exist. */
export function lessonPlace(text: string): LessonPlace | null {
  const [name = '', number = '1'] = text.split('/');
  if (!(name in LESSONS)) return null;
  const lesson = LESSONS[name as LessonName];
  const step = lesson.steps[Number(number) - 1];
  return step ? { name: name as LessonName, number: Number(number), lesson, step } : null;
}

/** The frame of a step of a lesson. */
export function frameOfStep(timeline: Timeline, { expansion, successors = 0 }: LessonStep): number {
  if (expansion === 'start') return 0;
  if (expansion === 'end') return timeline.frames.length - 1;
  return frameOfExpansion(timeline, expansion) + successors;
}
