/** The open list in the order of expansion, or the path of a depth-first search. */

import { useMemo } from 'preact/hooks';
import { Term, WithTerms } from '../../components/term';
import { explain as texts } from '../../texts/explain';
import { BoardPicture } from './mini-board';
import type { Algorithm } from './model/algorithm';
import { shownList } from './model/open_list';
import type { Shape } from './model/position';
import { moveWords } from './model/reasons';
import { pathTo, type Timeline, type TreeNode } from './model/timeline';

const MAX_ROWS = 24;

interface ListProps {
  timeline: Timeline;
  at: number;
  algorithm: Algorithm;
  /** The shape and the goals of both sides for pictures of boards; null for other puzzles. */
  boards: { shape: Shape; goal: string; start: string } | null;
  selected: number | null;
  onSelect: (node: number) => void;
}

export function OpenList(props: ListProps) {
  const { timeline, at, algorithm } = props;
  const frame = timeline.frames[at];
  const list = useMemo(() => shownList(timeline, at, algorithm), [timeline, at, algorithm]);
  if (!frame) return null;
  if (algorithm.family === 'deepening') {
    const current = frame.child >= 0 ? frame.child : frame.node;
    const path = current >= 0 ? pathTo(timeline, current).flatMap((id) => timeline.nodes[id] ?? []) : [];
    return (
      <>
        <h2>{texts.pathList}</h2>
        <p class="quiet small">
          <WithTerms text={`${texts.pathOf(Math.max(0, path.length - 1), frame.value ?? 0)}. ${texts.nextBound(frame.nextBound)}`} />
        </p>
        <Rows {...props} nodes={path.map((node, depth) => [depth, node])} />
        <p class="quiet small">{texts.openUnknown}</p>
      </>
    );
  }
  if (!timeline.derived) {
    return (
      <>
        <h2>{texts.openList}</h2>
        <p class="quiet small">{texts.notDerived}</p>
        {frame.open !== null && <p class="quiet small">{texts.lists(frame.open, frame.closed)}</p>}
      </>
    );
  }
  const sides = algorithm.family === 'bidirectional' ? [false, true] : [false];
  return (
    <>
      <h2>{texts.openList}</h2>
      <p class="quiet small">
        <WithTerms text={texts.openListOf(list.entries.length, list.closed)} />
      </p>
      <div class={sides.length > 1 ? 'open-sides' : undefined}>
        {sides.map((backward) => {
          const nodes = list.entries.filter((node) => node.backward === backward);
          const ranked = nodes.map((node, index): [number, TreeNode] => [index + 1, node]);
          const chosen = frame.kind === 'choose' ? frame.node : -1;
          // The chosen state is always shown.
          const rows = ranked.filter(([rank, node]) => rank <= MAX_ROWS || node.id === chosen);
          return (
            <div key={String(backward)}>
              {sides.length > 1 && <h3>{backward ? texts.backwardTree : texts.forwardTree}</h3>}
              {nodes.length === 0 && <p class="quiet small">{texts.openEmpty}</p>}
              <Rows {...props} nodes={rows} />
              {nodes.length > rows.length && <p class="quiet small">{texts.openMore(nodes.length - rows.length)}</p>}
            </div>
          );
        })}
      </div>
    </>
  );
}

function Rows({ nodes, selected, onSelect, timeline, at, algorithm, boards }: ListProps & { nodes: [number, TreeNode][] }) {
  if (nodes.length === 0) return null;
  const frame = timeline.frames[at];
  const { columns } = texts;
  const hasF = algorithm.family !== 'deepening' && algorithm.hWeight !== 0;
  return (
    <div class="table-scroll open-rows" tabIndex={0} role="group" aria-label={texts.openList}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{columns.rank}</th>
            <th scope="col">{columns.board}</th>
            {hasF && <TermHead name="f" />}
            <TermHead name="g" />
            {algorithm.hWeight !== 0 && <TermHead name="h" />}
            <th scope="col">{columns.move}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map(([rank, node]) => {
            const isChosen = frame?.kind === 'choose' && node.id === frame.node;
            return (
              <tr
                key={node.id}
                class={node.id === selected ? 'selected' : isChosen ? 'chosen' : node.id === frame?.child ? 'new' : undefined}
                aria-current={isChosen ? 'true' : undefined}
              >
                <td>{rank}</td>
                <td>
                  <button
                    type="button"
                    class="board-link"
                    aria-pressed={selected === node.id}
                    onClick={() => onSelect(node.id)}
                  >
                    {boards && (
                      <BoardPicture
                        board={node.board}
                        goal={node.backward ? boards.start : boards.goal}
                        shape={boards.shape}
                      />
                    )}
                    <span class={boards ? 'visually-hidden' : undefined}>{node.board}</span>
                  </button>
                </td>
                {hasF && <td>{node.f ?? '?'}</td>}
                <td>{node.g}</td>
                {algorithm.hWeight !== 0 && <td>{node.h ?? '?'}</td>}
                <td title={moveWords(node.move ?? '')}>{node.move ?? ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function TermHead({ name }: { name: 'f' | 'g' | 'h' }) {
  return (
    <th scope="col">
      <Term name={name}>{name}</Term>
    </th>
  );
}
