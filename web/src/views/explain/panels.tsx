/** The panels beside the tree: pseudocode, reasons, open list. */

import { useMemo } from 'preact/hooks';
import type { TraceResult } from '../../engine/protocol';
import { explain as texts } from '../../texts/explain';
import type { Algorithm } from './model/algorithm';
import { activeLines, codeOf } from './model/code_lines';
import { openList } from './model/open_list';
import { moveWords, reasons } from './model/reasons';
import { pathTo, type Timeline, type TreeNode } from './model/timeline';

export function Code({ timeline, at, algorithm }: { timeline: Timeline; at: number; algorithm: Algorithm }) {
  const active = activeLines(timeline, at, algorithm);
  return (
    <ol class="code" aria-label={texts.code}>
      {codeOf(algorithm).map((line, index) => {
        const current = line.name !== '' && active.has(line.name);
        return (
          <li key={index} class={current ? 'active' : undefined} aria-current={current ? 'step' : undefined}>
            <code style={{ paddingLeft: `${line.indent * 1.25}em` }}>{line.text || '\u00a0'}</code>
          </li>
        );
      })}
    </ol>
  );
}

export function Why({
  timeline,
  at,
  algorithm,
  trace,
}: {
  timeline: Timeline;
  at: number;
  algorithm: Algorithm;
  trace: TraceResult;
}) {
  const [first = '', ...rest] = reasons(timeline, at, algorithm, trace);
  return (
    <div class="why" aria-live="polite">
      <p class="why-first">{first}</p>
      {rest.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

const MAX_ROWS = 24;

interface ListProps {
  timeline: Timeline;
  at: number;
  algorithm: Algorithm;
  selected: number | null;
  onSelect: (node: number) => void;
}

/** The open list in the order of expansion, or the path of a depth-first search. */
export function OpenList(props: ListProps) {
  const { timeline, at, algorithm } = props;
  const frame = timeline.frames[at];
  const list = useMemo(() => openList(timeline, at, algorithm), [timeline, at, algorithm]);
  if (!frame) return null;
  if (algorithm.family === 'deepening') {
    const current = frame.child >= 0 ? frame.child : frame.node;
    const path = current >= 0 ? pathTo(timeline, current).flatMap((id) => timeline.nodes[id] ?? []) : [];
    return (
      <>
        <h2>{texts.pathList}</h2>
        <p class="quiet small">
          {texts.pathOf(Math.max(0, path.length - 1), frame.value ?? 0)}. {texts.nextBound(frame.nextBound)}
        </p>
        <Rows {...props} nodes={path} from={0} />
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
      <p class="quiet small">{texts.openListOf(list.entries.length, list.closed)}</p>
      <div class={sides.length > 1 ? 'open-sides' : undefined}>
        {sides.map((backward) => {
          const nodes = list.entries.filter((node) => node.backward === backward);
          return (
            <div key={String(backward)}>
              {sides.length > 1 && <h3>{backward ? texts.backwardTree : texts.forwardTree}</h3>}
              {nodes.length === 0 && <p class="quiet small">{texts.openEmpty}</p>}
              <Rows {...props} nodes={nodes.slice(0, MAX_ROWS)} from={1} />
              {nodes.length > MAX_ROWS && <p class="quiet small">{texts.openMore(nodes.length - MAX_ROWS)}</p>}
            </div>
          );
        })}
      </div>
    </>
  );
}

function Rows({
  nodes,
  from,
  selected,
  onSelect,
  timeline,
  at,
  algorithm,
}: ListProps & { nodes: TreeNode[]; from: number }) {
  if (nodes.length === 0) return null;
  const frame = timeline.frames[at];
  const { columns } = texts;
  return (
    <div class="table-scroll open-rows" tabIndex={0} role="group" aria-label={texts.openList}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{columns.rank}</th>
            {algorithm.family !== 'deepening' && algorithm.hWeight !== 0 && <th scope="col">{columns.f}</th>}
            <th scope="col">{columns.g}</th>
            {algorithm.hWeight !== 0 && <th scope="col">{columns.h}</th>}
            <th scope="col">{columns.move}</th>
            <th scope="col">{columns.board}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node, index) => (
            <tr key={node.id} class={rowClass(node, selected, frame?.child ?? -1)}>
              <td>{from + index}</td>
              {algorithm.family !== 'deepening' && algorithm.hWeight !== 0 && <td>{node.f ?? '?'}</td>}
              <td>{node.g}</td>
              {algorithm.hWeight !== 0 && <td>{node.h ?? '?'}</td>}
              <td title={moveWords(node.move ?? '')}>{node.move ?? ''}</td>
              <td>
                <button
                  type="button"
                  class="board-link"
                  aria-pressed={selected === node.id}
                  onClick={() => onSelect(node.id)}
                >
                  {node.board}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rowClass(node: TreeNode, selected: number | null, child: number): string | undefined {
  if (node.id === selected) return 'selected';
  return node.id === child ? 'new' : undefined;
}
