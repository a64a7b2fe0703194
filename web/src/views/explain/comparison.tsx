/** Two searches on one board, moved by one slider: a step is an expansion of each. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TraceResult } from '../../engine/protocol';
import { WithTerms } from '../../components/term';
import { algorithmLabel } from '../../state/choices';
import { parameter, setParameter } from '../../state/store';
import { explain as texts } from '../../texts/explain';
import { parseAlgorithm, type Algorithm } from './model/algorithm';
import { slidingOf } from './model/build';
import { commonExpansions, expansionOf, frameOfExpansion } from './model/player';
import { shownList } from './model/open_list';
import { pathTo, type Timeline } from './model/timeline';
import { OpenList } from './open-list';
import { Why } from './panels';
import { openingStep } from './subject';
import { Transport } from './transport';
import { Tree } from './tree';

export interface RecordedSearch {
  trace: TraceResult;
  timeline: Timeline;
}

interface Props {
  searches: readonly RecordedSearch[];
  busy: boolean;
  lecture: boolean;
  onLecture: (lecture: boolean) => void;
}

export function Comparison({ searches, busy, lecture, onLecture }: Props) {
  const timelines = searches.map(({ timeline }) => timeline);
  const steps = useMemo(() => commonExpansions(timelines), timelines);
  const opening = openingStep(steps.last);
  const requested = Number(parameter('explain', 'step') ?? opening);
  const at = Number.isInteger(requested) ? Math.min(steps.last, Math.max(1, requested)) : opening;
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  useEffect(() => setPlaying(false), timelines);
  return (
    <div class="explain-search pair" aria-busy={busy}>
      <Transport
        {...{ steps, at, playing, speed, lecture, onLecture }}
        first={1}
        text={texts.commonStep(Math.min(at, steps.last - 1), steps.last - 1)}
        detail={null}
        stages={false}
        onMove={(to) => setParameter('explain', 'step', to === opening ? undefined : String(to))}
        onDetail={() => undefined}
        onPlaying={setPlaying}
        onSpeed={setSpeed}
      />
      {searches.map((search) => (
        <Side key={search.trace.algorithm} {...search} expansion={at} />
      ))}
    </div>
  );
}

function Side({ trace, timeline, expansion }: RecordedSearch & { expansion: number }) {
  const algorithm = useMemo(() => parseAlgorithm(trace.algorithm), [trace.algorithm]);
  const puzzle = useMemo(() => slidingOf(trace), [trace]);
  const [selected, setSelected] = useState<number | null>(null);
  const at = frameOfExpansion(timeline, expansion);
  const goal = puzzle?.goal.join(' ') ?? '';
  const select = (id: number) => setSelected(selected === id ? null : id);
  const name = algorithmLabel(trace.algorithm);
  return (
    <section class="card pair-side" aria-label={name}>
      <div class="tree-head">
        <h2>{name}</h2>
        <p class="quiet small number">
          <WithTerms text={texts.position(...expansionOf(timeline, at))} />; {texts.stored(storedStates(timeline, at, algorithm))}
        </p>
      </div>
      <Why {...{ timeline, at, algorithm, trace }} />
      <div class="trees">
        <Tree
          {...{ timeline, at, selected, goal }}
          backward={false}
          weighted={algorithm.gWeight !== 1 || algorithm.hWeight !== 1}
          informed={algorithm.hWeight !== 0}
          shape={puzzle?.shape ?? null}
          label={null}
          onSelect={select}
        />
      </div>
      <div class="pair-list">
        <OpenList
          {...{ timeline, at, algorithm, selected }}
          boards={puzzle && { shape: puzzle.shape, goal, start: puzzle.start.join(' ') }}
          onSelect={select}
        />
      </div>
    </section>
  );
}

/** The number of states that a search stores: both lists, or the path of a depth-first search. */
function storedStates(timeline: Timeline, at: number, algorithm: Algorithm): number {
  if (algorithm.family === 'deepening') return pathTo(timeline, Math.max(0, timeline.frames[at]?.node ?? 0)).length;
  const { entries, closed } = shownList(timeline, at, algorithm);
  return entries.length + closed;
}
