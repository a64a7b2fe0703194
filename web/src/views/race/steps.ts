/**
 * A race in step: the searches are recorded, and replayed expansion by expansion. The address has the step;
 * the board and the lanes that it has give the same recording again.
 */

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { Engine, TraceExpansion, TraceResult, TraceStep } from '../../engine/protocol';
import { parseBoard } from '../../puzzle/notation';
import { isSolvable } from '../../puzzle/solvability';
import type { Board } from '../../puzzle/tiles';
import { splitName, usesHeuristic } from '../../state/choices';
import { addressReads, current, goalTiles, lanes, parameter, position, setParameter } from '../../state/store';
import type { Lane } from '../../state/url';
import { texts } from '../../texts';
import { shareOf, stepAfter, type Pace } from './pace';

/** An expansion, and the bound of the iteration that it belongs to. */
export interface Frame {
  readonly step: TraceExpansion;
  readonly bound: number | null;
}

export interface Recording {
  readonly lane: Lane;
  readonly frames: readonly Frame[];
  readonly end: TraceResult['end'];
  /** True if the search has more expansions than are recorded. */
  readonly cut: boolean;
  readonly problem: string | null;
}

const MAX_STEPS = 20_000;
const MEMORY = 128 * 2 ** 20;
const MAX_SECONDS = 8;

export const recordings = signal<readonly Recording[]>([]);
export const recording = signal(false);
export const at = signal(0);
export const playing = signal(false);

/** Number of the last step of the longest recording. */
export const last = computed(() => Math.max(0, ...recordings.value.map(({ frames }) => frames.length - 1)));

/** The recording: the position and the lanes. */
const subject = computed(() => JSON.stringify([position.value, lanes.value]));
/** The subject of the recordings, running recordings included. */
let recorded: string | null = null;

let abort: AbortController | null = null;

export function stopRecording(): void {
  abort?.abort();
  abort = null;
  batch(() => {
    recording.value = false;
    playing.value = false;
  });
}

/** Records the searches, and shows a step of the address, or plays from the start. */
export async function record(engine: Engine, step: number | null = null): Promise<void> {
  stopRecording();
  recorded = subject.value;
  const controller = new AbortController();
  abort = controller;
  const { signal: cancelled } = controller;
  const board = position.value;
  const entered = lanes.value.map(recordable);
  recording.value = true;
  const one = async (lane: Lane, index: number): Promise<Recording> => {
    try {
      const request = {
        ...board,
        algorithm: lane.algorithm,
        heuristic: usesHeuristic(lane.algorithm) ? lane.heuristic : 'auto',
        memory: MEMORY,
        max_time: MAX_SECONDS,
        steps: MAX_STEPS,
      };
      const trace = await engine.call('trace', request, { signal: cancelled, lane: `race-${index + 1}` });
      const frames = framesOf(trace.steps);
      return { lane, frames, end: trace.end, cut: (trace.end?.expanded ?? 0) > frames.length, problem: null };
    } catch (error) {
      const problem = texts.race.failed(error instanceof Error ? error.message : String(error));
      return { lane, frames: [], end: null, cut: false, problem };
    }
  };
  const all = await Promise.all(entered.map(one));
  if (cancelled.aborted) return;
  batch(() => {
    recording.value = false;
    recordings.value = all;
    goTo(step ?? 0);
    playing.value = step === null && last.value > 0;
  });
}

/** The number of the address that was read last. */
let lastRead = 0;

/**
 * Keeps recordings, address and subject together until the function that it returns is called: a step in an
 * address that was opened is recorded again, and another board or other lanes end the recordings.
 */
export function followRecording(engine: Engine): () => void {
  const stops = [
    effect(() => {
      const [now, read] = [subject.value, addressReads.value];
      untracked(() => {
        const isOpened = read !== lastRead;
        lastRead = read;
        const step = Number(parameter('race', 'at') ?? NaN);
        const isStep = Number.isInteger(step) && step >= 0 && parameter('race', 'mode') !== 'speed';
        if (now === recorded && recordings.value.length > 0) {
          if (isOpened && isStep) goTo(step);
        } else if (isOpened && isStep && isSolvable(current.value, goalTiles.value)) void record(engine, step);
        else if (now !== recorded) forget();
      });
    }),
    effect(() => {
      if (recordings.value.length > 0 && !playing.value) setParameter('race', 'at', String(at.value));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function forget(): void {
  stopRecording();
  recorded = null;
  batch(() => {
    recordings.value = [];
    setParameter('race', 'at', undefined);
  });
}

/** The lane whose search is recorded: fast kernels do not report expansions, so the plain search replaces them. */
function recordable({ algorithm, heuristic }: Lane): Lane {
  const plain: Record<string, string> = { auto: 'astar', idastar: 'idastar-plain', 'idastar-pool': 'idastar-plain' };
  return { algorithm: plain[splitName(algorithm).base] ?? algorithm, heuristic };
}

function framesOf(steps: readonly TraceStep[]): Frame[] {
  const frames: Frame[] = [];
  let bound: number | null = null;
  for (const step of steps) {
    if (step.kind === 'iteration') bound = step.value;
    else if (step.kind === 'expansion') frames.push({ step, bound });
  }
  return frames;
}

/** The frame of a recording at a step: its last one once it is over. */
export function frameAt({ frames }: Recording, step: number): Frame | null {
  return frames[Math.min(step, frames.length - 1)] ?? null;
}

/** The board of a recording at a step; the goal once it is solved. */
export function boardAt(recorded: Recording, step: number): Board {
  if (isOver(recorded, step) && isSolved(recorded)) return goalTiles.value;
  const text = frameAt(recorded, step)?.step.board;
  return text ? parseBoard(text, goalTiles.value) : goalTiles.value;
}

export function isOver({ frames }: Recording, step: number): boolean {
  return step >= frames.length - 1;
}

export function isSolved({ end, cut }: Recording): boolean {
  return end?.status === 'solved' && !cut;
}

/** Durations of a replay in seconds. */
export const DURATIONS = ['10', '30', '120'] as const;
export const duration = computed(() => DURATIONS.find((value) => value === parameter('race', 'seconds')) ?? '30');
export const pace = computed<Pace>(() => (parameter('race', 'pace') === 'linear' ? 'linear' : 'log'));

/** Plays the recordings until the function that it returns is called. */
export function startPlaying(): () => void {
  let frame = 0;
  const stop = effect(() => {
    cancelAnimationFrame(frame);
    if (!playing.value) return;
    const [milliseconds, kind] = [1000 * Number(duration.value), pace.value];
    const share = shareOf(at.peek(), last.peek(), kind);
    let began: number | null = null;
    const tick = (now: number) => {
      began ??= now;
      const next = stepAfter(Math.min(1, share + (now - began) / milliseconds), last.peek(), kind);
      if (next !== at.peek()) at.value = next;
      if (next < last.peek()) frame = requestAnimationFrame(tick);
      else playing.value = false;
    };
    frame = requestAnimationFrame(tick);
  });
  return () => {
    stop();
    cancelAnimationFrame(frame);
    playing.value = false;
  };
}

export function goTo(step: number): void {
  batch(() => {
    playing.value = false;
    at.value = Math.min(Math.max(step, 0), last.value);
  });
}

export function togglePlaying(): void {
  if (!playing.value && at.value >= last.value) at.value = 0;
  playing.value = !playing.value;
}
