/** The next and previous moments of a recorded search. */

import type { FrameKind, Timeline } from './timeline';

/** Moments at which stepping by expansions halts. */
const MAJOR: readonly FrameKind[] = ['iteration', 'stage', 'choose', 'goal', 'end', 'solution'];

/** The next frame, or the next that is not a successor. */
export function nextFrame(timeline: Timeline, index: number, detail: boolean): number {
  const { frames } = timeline;
  let next = Math.min(index + 1, frames.length - 1);
  if (!detail) while (next < frames.length - 1 && !MAJOR.includes(frames[next]?.kind ?? 'end')) next++;
  return Math.max(0, next);
}

export function previousFrame(timeline: Timeline, index: number, detail: boolean): number {
  const { frames } = timeline;
  let next = Math.max(index - 1, 0);
  if (!detail) while (next > 0 && !MAJOR.includes(frames[next]?.kind ?? 'choose')) next--;
  return next;
}

export function nextMilestone(timeline: Timeline, index: number): number | null {
  return timeline.milestones.find((frame) => frame > index) ?? null;
}

export function previousMilestone(timeline: Timeline, index: number): number | null {
  return timeline.milestones.findLast((frame) => frame < index) ?? null;
}

/** The number of the expansion of a frame, from 1, and of all expansions. */
export function expansionOf(timeline: Timeline, index: number): [number, number] {
  let [before, all] = [0, 0];
  timeline.frames.forEach((frame, at) => {
    if (frame.kind !== 'choose') return;
    all++;
    if (at <= index) before++;
  });
  return [before, all];
}

/** The frame of an expansion, from 1; the last frame if there are fewer expansions. */
export function frameOfExpansion(timeline: Timeline, expansion: number): number {
  let left = expansion;
  const frame = timeline.frames.findIndex(({ kind }) => kind === 'choose' && --left === 0);
  return frame >= 0 ? frame : Math.max(0, timeline.frames.length - 1);
}

/** The steps that the controls of a recorded search move through. */
export interface Steps {
  readonly last: number;
  next(at: number, fine: boolean): number;
  previous(at: number, fine: boolean): number;
  /** The start of the next iteration or intermediate goal; null if none is left. */
  nextMilestone(at: number): number | null;
  previousMilestone(at: number): number | null;
  readonly hasMilestones: boolean;
}

/** The frames of a timeline as steps. */
export function framesOf(timeline: Timeline): Steps {
  return {
    last: timeline.frames.length - 1,
    next: (at, fine) => nextFrame(timeline, at, fine),
    previous: (at, fine) => previousFrame(timeline, at, fine),
    nextMilestone: (at) => nextMilestone(timeline, at),
    previousMilestone: (at) => previousMilestone(timeline, at),
    hasMilestones: timeline.milestones.length > 1,
  };
}

/** The expansions of several searches as common steps, from 1; one more step shows the ends. */
export function commonExpansions(timelines: readonly Timeline[]): Steps {
  const last = Math.max(...timelines.map((timeline) => expansionOf(timeline, Infinity)[1])) + 1;
  return {
    last,
    next: (at) => Math.min(at + 1, last),
    previous: (at) => Math.max(at - 1, 1),
    nextMilestone: () => null,
    previousMilestone: () => null,
    hasMilestones: false,
  };
}
