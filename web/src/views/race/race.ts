/** A race at full speed: every lane has its own worker. */

import { batch, computed, signal } from '@preact/signals';
import type { Engine, SolveProgress, SolveResult, TableProgress } from '../../engine/protocol';
import { algorithmLabel, heuristicLabel, usesHeuristic } from '../../state/choices';
import { announce, enginePlace, lanes, parameter, position, serverThreads } from '../../state/store';
import type { Lane } from '../../state/url';
import { workerChoices } from '../../state/worker-choices';
import { texts } from '../../texts';

export interface Sample {
  readonly seconds: number;
  readonly expanded: number;
}

export interface Runner {
  readonly lane: Lane;
  readonly state: 'starting' | 'searching' | 'finished' | 'failed' | 'cancelled';
  /** The table that is built before the search. */
  readonly table: TableProgress | null;
  readonly progress: SolveProgress | null;
  readonly samples: readonly Sample[];
  readonly result: SolveResult | null;
  readonly problem: string | null;
}

export const runners = signal<readonly Runner[]>([]);
export const racing = signal(false);

/** Bytes of the lists of one lane. */
const MEMORY = 256 * 2 ** 20;
const MAX_SECONDS = 120;
/** Samples of a lane; above it, every second one is dropped. */
const MAX_SAMPLES = 300;
const SHOWN_EVERY_MS = 150;

let abort: AbortController | null = null;

/** True if the engine divides the search of a lane among threads. */
function takesThreads({ algorithm }: Lane): boolean {
  return algorithm === 'idastar' || (enginePlace.value === 'server' && algorithm === 'auto');
}

/** The numbers of threads to choose from; empty if every lane has one thread. */
export const threadCounts = computed<readonly number[]>(() => {
  if (!lanes.value.some(takesThreads)) return [];
  if (enginePlace.value !== 'server') return workerChoices();
  return serverThreads.value > 1 ? workerChoices(serverThreads.value) : [];
});
export const threads = computed(() => {
  const chosen = Number(parameter('race', 'threads') ?? '1');
  return threadCounts.value.includes(chosen) ? chosen : 1;
});

/** The name of a lane as people write it. */
export function laneName({ algorithm, heuristic }: Lane): string {
  return texts.race.laneName(algorithmLabel(algorithm), usesHeuristic(algorithm) ? heuristicLabel(heuristic) : null);
}

export async function startRace(engine: Engine): Promise<void> {
  stopRace();
  const controller = new AbortController();
  abort = controller;
  const { signal: cancelled } = controller;
  const board = position.value;
  const entered = lanes.value;
  batch(() => {
    racing.value = true;
    runners.value = entered.map((lane) => ({
      lane,
      state: 'starting',
      table: null,
      progress: null,
      samples: [],
      result: null,
      problem: null,
    }));
  });
  // Many lanes report often: their news are shown together, some times a second.
  const latest = [...runners.value];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!cancelled.aborted) runners.value = [...latest];
  };
  const change = (index: number, by: (runner: Runner) => Partial<Runner>) => {
    latest[index] = { ...latest[index]!, ...by(latest[index]!) };
    timer ??= setTimeout(show, SHOWN_EVERY_MS);
  };
  const run = async (lane: Lane, index: number) => {
    const request = {
      ...board,
      algorithm: lane.algorithm,
      heuristic: usesHeuristic(lane.algorithm) ? lane.heuristic : 'auto',
      memory: MEMORY,
      max_time: MAX_SECONDS,
      ...(takesThreads(lane) ? { threads: threads.value } : {}),
    };
    let before: Counts = { seconds: 0, expanded: 0, generated: 0 };
    let last: SolveProgress | null = null;
    const onProgress = (now: SolveProgress) => {
      // An algorithm that searches several times, such as `human`, counts from zero each time.
      if (last && now.expanded < last.expanded) before = sum(before, last);
      last = now;
      const progress = { ...now, ...sum(before, now) };
      change(index, ({ samples }) => ({ state: 'searching', progress, samples: sampled(samples, progress) }));
    };
    try {
      const onTable = (table: TableProgress) => change(index, () => ({ table }));
      const options = { signal: cancelled, lane: `race-${index + 1}`, onProgress, onTable };
      const result = await engine.call('solve', request, options);
      const end = { seconds: result.seconds ?? 0, expanded: result.expanded ?? 0 };
      change(index, ({ samples }) => ({
        state: 'finished',
        result,
        samples: [...samples.filter(({ seconds, expanded }) => seconds < end.seconds && expanded <= end.expanded), end],
      }));
      if (!cancelled.aborted) announce(texts.race.finished(laneName(lane)));
    } catch (error) {
      const problem = texts.race.failed(error instanceof Error ? error.message : String(error));
      change(index, () => ({ state: 'failed', problem }));
    }
  };
  await Promise.all(entered.map(run));
  show();
  if (abort === controller) racing.value = false;
}

type Counts = Pick<SolveProgress, 'seconds' | 'expanded' | 'generated'>;

function sum(a: Counts, b: Counts): Counts {
  return { seconds: a.seconds + b.seconds, expanded: a.expanded + b.expanded, generated: (a.generated ?? 0) + (b.generated ?? 0) };
}

function sampled(samples: readonly Sample[], { seconds, expanded }: SolveProgress): Sample[] {
  const thinned = samples.length < MAX_SAMPLES ? samples : samples.filter((_, index) => index % 2 === 0);
  return [...thinned, { seconds, expanded }];
}

/** Cancels all lanes that are still searching. */
export function stopRace(): void {
  abort?.abort();
  abort = null;
  batch(() => {
    racing.value = false;
    runners.value = runners.value.map((runner) =>
      runner.state === 'finished' || runner.state === 'failed' ? runner : { ...runner, state: 'cancelled' },
    );
  });
}
