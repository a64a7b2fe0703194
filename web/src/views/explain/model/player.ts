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
