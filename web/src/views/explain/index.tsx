import './tree.css';
import './drawings.css';
import './explain.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { BoardDrawing } from '../../components/board';
import { Segments, Select } from '../../components/controls';
import type { Engine, TraceRequest, TraceResult } from '../../engine/protocol';
import { parseBoard } from '../../puzzle/notation';
import { boardText, sameTiles, sizeText } from '../../puzzle/tiles';
import { about, algorithmLabel, heuristicLabel, loadNames } from '../../state/choices';
import {
  announce,
  asStep,
  current,
  goal,
  goalTiles,
  metric,
  parameter,
  puzzles,
  setBoard,
  setParameter,
  view,
} from '../../state/store';
import { explain as texts } from '../../texts/explain';
import { DRAWINGS, HeuristicBoard, type Drawing } from './drawings';
import { DATABASES, EXAMPLES, MAX_CELLS } from './examples';
import { EXPLAINED, parseAlgorithm, uninformed } from './model/algorithm';
import { buildInSlices, slidingOf } from './model/build';
import type { Timeline } from './model/timeline';
import { Code, OpenList, Why } from './panels';
import { TraceInput } from './trace_input';
import { Transport } from './transport';
import { Tree } from './tree';
import { MAX_STEPS, useTrace } from './use_trace';

export function ExplainView({ engine }: { engine: Engine }) {
  const algorithm = parameter('explain', 'algorithm') ?? 'astar';
  const heuristic = parameter('explain', 'heuristic') ?? 'manhattan';
  const [file, setFile] = useState<{ name: string; trace: TraceResult } | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const small = current.value.tiles.length <= MAX_CELLS;
  const request: TraceRequest | null =
    file !== null || !small
      ? null
      : {
          board: boardText(current.value),
          size: sizeText(current.value),
          goal: goal.value,
          metric: metric.value,
          algorithm,
          ...(uninformed(algorithm) ? {} : { heuristic }),
          steps: MAX_STEPS,
          max_nodes: 100_000,
          max_time: 20,
        };
  const recorded = useTrace(engine, request);
  const chosen = [algorithm, heuristic, boardText(current.value), goal.value, metric.value].join('|');
  // Another choice or address replaces the file.
  useEffect(() => setFile(null), [chosen]);
  const trace = file?.trace ?? recorded.value;
  const [built, setBuilt] = useState<{ trace: TraceResult; timeline: Timeline } | null>(null);
  useEffect(() => {
    if (!trace) return;
    const abort = new AbortController();
    void buildInSlices(trace, abort.signal).then((timeline) => timeline && setBuilt({ trace, timeline }));
    return () => abort.abort();
  }, [trace]);

  const read = async (chosen: File) => {
    setFileProblem(null);
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      const result = await engine.call('read_trace', { bytes }, { lane: 'explain' });
      setParameter('explain', 'at', undefined);
      setFile({ name: chosen.name, trace: result });
      announce(texts.fromFile(chosen.name, result.program));
    } catch (error) {
      setFileProblem(error instanceof Error ? error.message : String(error));
    }
  };

  useEffect(() => loadNames(engine), [engine]);

  const example = EXAMPLES.find((one) => sameTiles(one, current.value))?.name ?? 'own';
  const info = puzzles.value?.find(({ name }) => name === 'tiles');
  const algorithms = EXPLAINED.filter(
    (name) => !info || info.algorithms.some(([listed]) => listed === name.split('(')[0]),
  );
  const database = DATABASES[sizeText(current.value)];
  const heuristics = [
    ...(info?.heuristics.map(([name]) => name).filter((name) => !name.includes('pdb')) ?? ['manhattan']),
    ...(database ? [database] : []),
  ];

  return (
    <div class="explain">
      <h1 class="visually-hidden">{texts.title}</h1>
      <section class="card explain-setup" aria-label={texts.setup}>
        <Select
          label={texts.example}
          value={example}
          choices={[
            ...EXAMPLES.map(({ name }) => ({ value: name as string, label: texts.examples[name] })),
            { value: 'own', label: texts.own },
          ]}
          onChange={(name) => {
            const chosen = EXAMPLES.find((one) => one.name === name);
            if (!chosen) return;
            setFile(null);
            setParameter('explain', 'at', undefined);
            setBoard({ width: chosen.width, height: chosen.height, tiles: chosen.tiles }, 'blank-last');
          }}
        />
        <Select
          label={texts.algorithm}
          value={algorithm}
          choices={algorithms.map((name) => ({ value: name as string, label: algorithmLabel(name) }))}
          onChange={(name) => {
            setFile(null);
            setParameter('explain', 'at', undefined);
            setParameter('explain', 'algorithm', name);
          }}
        />
        <Select
          label={texts.heuristic}
          value={uninformed(algorithm) ? 'none' : heuristic}
          disabled={uninformed(algorithm)}
          choices={
            uninformed(algorithm)
              ? [{ value: 'none', label: texts.heuristicUnused }]
              : heuristics.map((name) => ({ value: name, label: heuristicLabel(name) }))
          }
          onChange={(name) => {
            setFile(null);
            setParameter('explain', 'at', undefined);
            setParameter('explain', 'heuristic', name);
          }}
        />
        <TraceInput onFile={(chosen) => void read(chosen)} />
      </section>
      {file && (
        <p class="explain-file">
          <span>
            {texts.fromFile(file.name, file.trace.program)}: {algorithmLabel(file.trace.algorithm)},{' '}
            {heuristicLabel(file.trace.heuristic)}
          </span>
          <button type="button" class="button" onClick={() => setFile(null)}>
            {texts.closeFile}
          </button>
        </p>
      )}
      {fileProblem !== null && (
        <p class="error" role="alert">
          {fileProblem}
        </p>
      )}
      {!small && !file && <p class="placeholder">{texts.notSmall}</p>}
      {recorded.problem !== null && !file && (
        <p class="error" role="alert">
          {recorded.problem}
        </p>
      )}
      {trace && built && built.timeline.nodes.length > 0 ? (
        <Search
          key={built.trace.algorithm}
          engine={engine}
          trace={built.trace}
          timeline={built.timeline}
          busy={recorded.busy || built.trace !== trace}
        />
      ) : (
        (recorded.busy || trace) &&
        built?.trace !== trace && (
          <p class="placeholder" aria-busy="true">
            {texts.recording}
          </p>
        )
      )}
      {built && built.trace === trace && built.timeline.nodes.length === 0 && (
        <p class="placeholder">
          {trace.end?.message ?? (trace.end?.status === 'unsolvable' ? texts.unsolvable : texts.nothing)}
        </p>
      )}
    </div>
  );
}

interface SearchProps {
  engine: Engine;
  trace: TraceResult;
  timeline: Timeline;
  busy: boolean;
}

function Search({ engine, trace, timeline, busy }: SearchProps) {
  const algorithm = useMemo(() => parseAlgorithm(trace.algorithm), [trace.algorithm]);
  const puzzle = useMemo(() => slidingOf(trace), [trace]);
  const last = timeline.frames.length - 1;
  const requested = Number(parameter('explain', 'at') ?? '0');
  const at = Number.isInteger(requested) ? Math.min(last, Math.max(0, requested)) : 0;
  const detail = parameter('explain', 'detail') === '1';
  const drawing = DRAWINGS.find((name) => name === parameter('explain', 'drawing')) ?? 'none';
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
    setParameter('explain', 'at', to === 0 ? undefined : String(to));
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
    <div class="explain-search" aria-busy={busy}>
      <Transport
        {...{ timeline, at, detail, playing, speed }}
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
          <Legend />
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
        <OpenList {...{ timeline, at, algorithm, selected }} onSelect={select} />
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

function Legend() {
  return (
    <ul class="legend">
      {Object.entries(texts.legend).map(([name, label]) => (
        <li key={name}>
          <span class={`legend-mark ${name}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}
