import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/controls';
import { formatCount } from '../../components/format';
import type { Engine } from '../../engine/protocol';
import { formatMove } from '../../puzzle/moves';
import { boardText, sameTiles } from '../../puzzle/tiles';
import { announce, goal, metric, positionOf } from '../../state/store';
import { texts } from '../../texts';
import { at, goTo, showSolution, solution } from './replay';
import { buildGraph, graph, solutionThrough, type GraphNode, type SolutionGraph } from './solutions';

/** Longer solutions have too many sisters to draw. */
const LONGEST = 24;
const MAX_DRAWN = 400;

const STEP_X = 52;
const STEP_Y = 34;
const MARGIN = 22;

const busy = signal(false);
const problem = signal<string | null>(null);

export function AllSolutions({ engine }: { engine: Engine }) {
  const abort = useRef(new AbortController());
  useEffect(
    () => () => {
      abort.current.abort();
      busy.value = false;
    },
    [],
  );
  const shown = solution.value;
  const length = shown?.moves.length ?? 0;
  if (!shown || length === 0 || length > LONGEST) return null;
  const find = async () => {
    const board = shown.boards[0]!;
    busy.value = true;
    problem.value = null;
    try {
      const request = { ...positionOf(board, goal.value, metric.value), algorithm: 'idastar', all: MAX_DRAWN };
      const result = await engine.call('solve', request, { signal: abort.current.signal, lane: 'main' });
      graph.value = buildGraph(board, result.all_moves ?? [], result.solutions ?? 0);
    } catch (error) {
      if (!abort.current.signal.aborted) problem.value = error instanceof Error ? error.message : String(error);
    } finally {
      busy.value = false;
    }
  };
  const drawn = graph.value;
  return (
    <section class="all-solutions" aria-labelledby="all-title">
      <div class="section-head">
        <h2 id="all-title">{texts.solve.all.title}</h2>
        <span class="spacer" />
        {!drawn && <Button label={texts.solve.all.show} disabled={busy.value} onClick={() => void find()} />}
      </div>
      {problem.value && <p class="error">{problem.value}</p>}
      {drawn && <Drawing graph={drawn} />}
    </section>
  );
}

function Drawing({ graph: drawn }: { graph: SolutionGraph }) {
  const shown = solution.value;
  const width = 2 * MARGIN + (drawn.layers.length - 1) * STEP_X;
  const height = 2 * MARGIN + (drawn.height - 1) * STEP_Y;
  const x = (node: GraphNode) => MARGIN + node.step * STEP_X;
  const y = (node: GraphNode) => height / 2 + (node.row - (drawn.layers[node.step]!.length - 1) / 2) * STEP_Y;
  const onPath = (node: GraphNode) => {
    const board = shown?.boards[node.step];
    return board !== undefined && sameTiles(board, node.board);
  };
  const boards = drawn.layers.reduce((sum, layer) => sum + layer.length, 0);
  const one = Number(drawn.solutions) === 1;
  const choose = (node: GraphNode) => {
    if (!onPath(node)) showSolution(solutionThrough(node, shown?.moves ?? []));
    goTo(node.step);
  };
  /** Left and right are steps of the solution, up and down other boards of the same step. */
  const walk = (event: KeyboardEvent) => {
    const layer = drawn.layers[at.value] ?? [];
    const row = layer.findIndex(onPath);
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'ArrowRight') goTo(at.value + 1);
    else if (event.key === 'ArrowLeft') goTo(at.value - 1);
    else if (by && layer[row + by]) choose(layer[row + by]!);
    else if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    announce(texts.solve.all.point(at.value, boardText(drawn.layers[at.value]!.find(onPath)?.board ?? layer[0]!.board)));
  };
  return (
    <>
      <p class="quiet">
        {texts.solve.all.summary(formatCount(drawn.solutions), one, boards)}{' '}
        {Number(drawn.solutions) > drawn.drawn && texts.solve.all.shown(drawn.drawn)}{' '}
        {!one && texts.solve.all.chosen}
      </p>
      <div class="graph-scroll" tabIndex={0} role="group" aria-label={texts.solve.all.graph} onKeyDown={walk}>
        <svg
          class="solution-graph"
          style={{ width: '100%', maxWidth: `${width}px`, minWidth: `${0.6 * width}px` }}
          viewBox={`0 0 ${width} ${height}`}
        >
          {drawn.edges.map((edge) => {
            const [x1, y1, x2, y2] = [x(edge.from), y(edge.from), x(edge.to), y(edge.to)];
            const middle = (x1 + x2) / 2;
            const chosen = onPath(edge.from) && onPath(edge.to);
            return (
              <path
                key={`${edge.from.step}-${edge.from.row}-${edge.to.row}`}
                class={chosen ? 'edge chosen' : 'edge'}
                d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`}
              >
                <title>{formatMove(edge.move)}</title>
              </path>
            );
          })}
          {drawn.layers.flat().map((node) => {
            const chosen = onPath(node);
            const now = chosen && node.step === at.value;
            return (
              <g
                key={boardText(node.board)}
                class={now ? 'node now' : chosen ? 'node chosen' : 'node'}
                onClick={() => choose(node)}
              >
                <circle class="target" cx={x(node)} cy={y(node)} r={16} />
                <circle class="dot" cx={x(node)} cy={y(node)} r={now ? 7 : 4.5} />
                <title>{texts.solve.all.point(node.step, boardText(node.board))}</title>
              </g>
            );
          })}
        </svg>
      </div>
    </>
  );
}
