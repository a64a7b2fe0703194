import './tree.css';
import './drawings.css';
import './explain.css';
import './lecture.css';
import { useEffect, useState } from 'preact/hooks';
import { Definitions } from '../../components/term';
import type { Engine, TraceRequest, TraceResult } from '../../engine/protocol';
import { boardText, sizeText } from '../../puzzle/tiles';
import { algorithmLabel, heuristicLabel, loadNames } from '../../state/choices';
import { announce, parameter, setParameter } from '../../state/store';
import { explain as texts } from '../../texts/explain';
import { lessons } from '../../texts/lessons';
import { Comparison } from './comparison';
import { MAX_CELLS } from './examples';
import { Introduction, LessonStrip } from './lesson-strip';
import { uninformed } from './model/algorithm';
import { Search } from './search';
import { Setup } from './setup';
import { forgetMoment, subject } from './subject';
import { MAX_STEPS, useTimeline, useTrace } from './use_trace';

export function ExplainView({ engine }: { engine: Engine }) {
  const { board, goal, metric, algorithm, heuristic, beside, lesson, isExample } = subject.value;
  const [file, setFile] = useState<{ name: string; trace: TraceResult } | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const small = board.tiles.length <= MAX_CELLS;
  const requestOf = (name: string | null): TraceRequest | null =>
    file !== null || !small || name === null
      ? null
      : {
          board: boardText(board),
          size: sizeText(board),
          goal,
          metric,
          algorithm: name,
          ...(uninformed(name) ? {} : { heuristic }),
          steps: MAX_STEPS,
          max_nodes: 100_000,
          max_time: 20,
        };
  const recorded = useTrace(engine, requestOf(algorithm));
  const second = useTrace(engine, requestOf(beside));
  const chosen = [algorithm, heuristic, boardText(board), goal, metric, beside].join('|');
  // Another choice or address replaces the file.
  useEffect(() => setFile(null), [chosen]);
  const trace = file?.trace ?? recorded.value;
  const built = useTimeline(trace);
  const builtSecond = useTimeline(file || beside === null ? null : second.value);
  const lecture = parameter('explain', 'layout') === 'lecture';
  const onLecture = (on: boolean) => setParameter('explain', 'layout', on ? 'lecture' : undefined);

  const read = async (chosen: File) => {
    setFileProblem(null);
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      const result = await engine.call('read_trace', { bytes }, { lane: 'explain' });
      forgetMoment();
      setFile({ name: chosen.name, trace: result });
      announce(texts.fromFile(chosen.name, result.program));
    } catch (error) {
      setFileProblem(error instanceof Error ? error.message : String(error));
    }
  };

  useEffect(() => loadNames(engine), [engine]);
  const problem = recorded.problem ?? second.problem;
  const unknownLesson = lesson === null ? parameter('explain', 'lesson') : undefined;
  return (
    <div class={lecture ? 'explain lecture' : 'explain'}>
      <h1 class="visually-hidden">{texts.title}</h1>
      <Setup onFile={(chosen) => void read(chosen)} onChange={() => setFile(null)} />
      {unknownLesson !== undefined && <p class="error">{lessons.unknown(unknownLesson)}</p>}
      {lesson ? <LessonStrip {...lesson} /> : isExample && !file && <Introduction />}
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
      {problem !== null && !file && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      {trace && built && built.timeline.nodes.length > 0 && (beside === null || file) ? (
        <Search
          key={built.trace.algorithm}
          {...{ engine, lecture, onLecture }}
          trace={built.trace}
          timeline={built.timeline}
          busy={recorded.busy || built.trace !== trace}
        />
      ) : built && builtSecond && beside !== null && built.timeline.nodes.length > 0 ? (
        <Comparison searches={[built, builtSecond]} busy={recorded.busy || second.busy} {...{ lecture, onLecture }} />
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
      <Definitions />
    </div>
  );
}
