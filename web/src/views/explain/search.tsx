/** One recorded search: its tree, its lists, its code and the reasons. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { BoardDrawing } from '../../components/board';
import { Segments } from '../../components/controls';
import { WithTerms } from '../../components/term';
import type { Engine, TraceResult } from '../../engine/protocol';
import { parseBoard } from '../../puzzle/notation';
import { sameTiles } from '../../puzzle/tiles';
import { about } from '../../state/choices';
import { asStep, goalTiles, parameter, setBoard, setParameter, view } from '../../state/store';
import { explain as texts } from '../../texts/explain';
import { DRAWINGS, HeuristicBoard, type Drawing } from './drawings';
import { DATABASES } from './examples';
import { parseAlgorithm } from './model/algorithm';
import { slidingOf } from './model/build';
import { expansionOf, framesOf } from './model/player';
import type { Timeline } from './model/timeline';
import { OpenList } from './open-list';
import { Code, Why } from './panels';
import { openingFrame, subject } from './subject';
import { Transport } from './transport';
import { Tree } from './tree';

interface SearchProps {
  engine: Engine;
  trace: TraceResult;
  timeline: Timeline;
  busy: boolean;
  lecture: boolean;
  onLecture: (lecture: boolean) => void;
}

export function Search({ engine, trace, timeline, busy, lecture, onLecture }: SearchProps) {
  const algorithm = useMemo(() => parseAlgorithm(trace.algorithm), [trace.algorithm]);
  const puzzle = useMemo(() => slidingOf(trace), [trace]);
  const steps = useMemo(() => framesOf(timeline), [timeline]);
  const { last } = steps;
  const opening = openingFrame(timeline);
  const requested = Number(parameter('explain', 'at') ?? opening);
  const at = Number.isInteger(requested) ? Math.min(last, Math.max(0, requested)) : opening;
  const detail = parameter('explain', 'detail') === '1';
  const drawing = DRAWINGS.find((name) => name === subject.value.drawing) ?? 'none';
  const [selected, setSelected] = useState<number | null>(null);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const before = useRef(timeline);
  useEffect(() => {
    // Another search starts at its first frame, unless the address has another frame.
    if (before.current !== timeline) setParameter('explain', 'at', undefined);
    before.current = timeline;
    setSelected(null);
    setPlaying(false);
  }, [timeline]);
  const move = (to: number) => {
    setParameter('explain', 'at', to === opening ? undefined : String(to));
    setSelected(null);
  };
  const frame = timeline.frames[at];
  const sides = algorithm.family === 'bidirectional' ? [false, true] : [false];
  const shown =
    timeline.nodes[selected ?? (frame && frame.child >= 0 ? frame.child : (frame?.node ?? -1))] ??
    lastNode(timeline, at);
  const select = (id: number) => {
    setPlaying(false);
    setSelected(selected === id ? null : id);
  };
  const isTruncated =
    timeline.frames.length > 0 &&
    trace.end !== null &&
    trace.end.expanded > timeline.frames.filter((one) => one.kind === 'choose').length;
  return (
    <div class={drawing === 'none' ? 'explain-search' : 'explain-search drawn'} aria-busy={busy}>
      <Transport
        {...{ steps, at, detail, playing, speed, lecture, onLecture }}
        first={0}
        text={texts.position(...expansionOf(timeline, at))}
        stages={algorithm.family === 'stages'}
        onMove={move}
        onDetail={(on) => setParameter('explain', 'detail', on ? '1' : undefined)}
        onPlaying={setPlaying}
        onSpeed={setSpeed}
      />
      <section class="card explain-why" aria-labelledby="why-title">
        <h2 id="why-title">{texts.why}</h2>
        <Why {...{ timeline, at, algorithm, trace }} />
        {isTruncated && at === last && <p class="quiet small">{texts.truncated(trace.steps.length)}</p>}
      </section>
      <section class="card explain-code" aria-labelledby="code-title">
        <h2 id="code-title">{texts.code}</h2>
        <p class="quiet small">{about(trace.algorithm)}</p>
        <Code {...{ timeline, at, algorithm }} />
      </section>
      <section class="card explain-tree" aria-labelledby="tree-title">
        <div class="tree-head">
          <h2 id="tree-title">{texts.tree}</h2>
          <Legend cutOff={algorithm.family === 'deepening'} />
        </div>
        <div class={sides.length > 1 ? 'trees two' : 'trees'}>
          {sides.map((backward) => (
            <Tree
              key={String(backward)}
              {...{ timeline, at, backward, selected }}
              weighted={algorithm.family !== 'recorded' && (algorithm.gWeight !== 1 || algorithm.hWeight !== 1)}
              informed={algorithm.family === 'recorded' || algorithm.hWeight !== 0}
              shape={puzzle?.shape ?? null}
              goal={backward ? trace.start : (puzzle?.goal.join(' ') ?? '')}
              label={sides.length === 1 ? null : backward ? texts.backwardTree : texts.forwardTree}
              onSelect={select}
            />
          ))}
        </div>
      </section>
      <section class="card explain-board" aria-labelledby="board-title">
        <h2 id="board-title">{selected === null ? texts.current : texts.selectedNode}</h2>
        {puzzle && shown ? (
          <>
            <DrawingChoice drawing={drawing} database={DATABASES[trace.shape] !== undefined} />
            <p class="quiet small number">
              {texts
                .nodeLabel(shown.board, shown.g, shown.h, shown.f, shown.backward ? texts.backwardTree : '')
                .replace(/; $/, '')}
            </p>
            <div class="board-pair">
              <HeuristicBoard
                engine={engine}
                board={shown.board}
                goal={shown.backward ? puzzle.start : puzzle.goal}
                shape={puzzle.shape}
                metric={puzzle.metric}
                drawing={drawing}
                label={texts.current}
                outlined={stageCells(trace, timeline, at)}
              />
              <figure class="goal-board">
                <figcaption>{texts.goal}</figcaption>
                <BoardDrawing
                  board={{ ...puzzle.shape, tiles: shown.backward ? puzzle.start : puzzle.goal }}
                  label={texts.goal}
                  small
                />
              </figure>
            </div>
            <div class="buttons">
              {selected !== null && (
                <button type="button" class="button" onClick={() => setSelected(null)}>
                  {texts.unselect}
                </button>
              )}
              <button type="button" class="button" onClick={() => playBoard(shown.board, trace)}>
                {texts.toBoard}
              </button>
            </div>
          </>
        ) : (
          <p class="quiet small">{texts.notTiles}</p>
        )}
      </section>
      <section class="card explain-open">
        <OpenList
          {...{ timeline, at, algorithm, selected }}
          boards={puzzle && { shape: puzzle.shape, goal: puzzle.goal.join(' '), start: puzzle.start.join(' ') }}
          onSelect={select}
        />
      </section>
      <p class="quiet small explain-keys">{texts.keys}</p>
    </div>
  );
}

function lastNode(timeline: Timeline, at: number) {
  for (let index = at; index >= 0; index--) {
    const node = timeline.nodes[timeline.frames[index]?.node ?? -1];
    if (node) return node;
  }
  return timeline.nodes[0];
}

/** The cells of the intermediate goal that is sought. */
function stageCells(trace: TraceResult, timeline: Timeline, at: number): number[] {
  const goals = trace.intermediate_goals;
  if (!goals) return [];
  const reached = timeline.frames.slice(0, at + 1).filter((frame) => frame.kind === 'stage').length;
  return goals.slice(0, reached + 1).flat();
}

function playBoard(text: string, trace: TraceResult): void {
  const { shape, goal: target } = trace;
  const [width = 0, height = 0] = shape.split('x').map(Number);
  asStep(() => {
    setBoard(
      parseBoard(text, { width, height }),
      sameTiles(goalTiles.value, parseBoard(target, { width, height })) ? undefined : target,
    );
    view.value = 'board';
  });
}

function DrawingChoice({ drawing, database }: { drawing: Drawing; database: boolean }) {
  const choices = DRAWINGS.filter((name) => name !== 'patterns' || database).map((value) => ({
    value,
    label: texts.drawings[value],
  }));
  return (
    <div class="drawing-choice">
      <Segments
        label={texts.drawing}
        value={drawing}
        choices={choices}
        onChange={(value) => setParameter('explain', 'drawing', value === 'none' ? undefined : value)}
      />
    </div>
  );
}

/** The colours of nodes; a depth-first search with a bound cuts off, the others reject duplicates. */
function Legend({ cutOff }: { cutOff: boolean }) {
  return (
    <ul class="legend">
      {Object.entries({ ...texts.legend, ...(cutOff ? { rejected: texts.cutOff } : {}) }).map(([name, label]) => (
        <li key={name}>
          <span class={`legend-mark ${name}`} aria-hidden="true" />
          <span>
            <WithTerms text={label} />
          </span>
        </li>
      ))}
    </ul>
  );
}
