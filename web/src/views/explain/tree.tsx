/** The search tree as a drawing that can be moved and enlarged. */

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../components/controls';
import { ICONS } from '../../components/icons';
import { explain as texts } from '../../texts/explain';
import { downwards, larger, sideways, type NodeSize } from './layout/orientation';
import { tidy } from './layout/tidy';
import { visibleTree } from './layout/visible';
import { standing } from './model/open_list';
import type { Shape } from './model/position';
import { CELL, MiniBoard } from './mini-board';
import type { Timeline, TreeNode } from './model/timeline';
import { fitting, following, useViewport } from './viewport';

export interface TreeProps {
  timeline: Timeline;
  at: number;
  shape: Shape | null;
  goal: string;
  backward: boolean;
  label: string | null;
  /** True if f is not g + h. */
  weighted: boolean;
  informed: boolean;
  selected: number | null;
  onSelect: (node: number) => void;
}

const LABEL = 17;

/** The size of the drawing of a board. */
export function nodeSize(shape: Shape | null): NodeSize {
  const width = shape ? shape.width * CELL : 40;
  const board = shape ? shape.height * CELL : 16;
  return { width, height: board + LABEL, column: Math.max(width, 52) + 12, row: board + LABEL + 30 };
}

export function Tree({
  timeline,
  at,
  shape,
  goal,
  backward,
  label,
  weighted,
  informed,
  selected,
  onSelect,
}: TreeProps) {
  const frame = timeline.frames[at];
  const tree = useMemo(
    () => visibleTree(timeline, at, { maxNodes: 46, backward, selected }),
    [timeline, at, backward, selected],
  );
  const placed = useMemo(
    () => (tree ? tidy({ root: tree.root, children: (id) => tree.children.get(id) ?? [] }) : []),
    [tree],
  );
  const size = nodeSize(shape);
  const byId = useMemo(() => new Map(placed.map((node) => [node.id, node])), [placed]);
  const current = byId.get(tree?.current ?? -1) ?? placed[0];
  const viewport = useViewport();
  const { mode, box } = viewport;
  const direction = useRef<'down' | 'right'>('down');
  if (mode !== 'free') direction.current = mode === 'fit' ? larger(placed, size, box) : 'down';
  const across = direction.current === 'right';
  const drawing = useMemo(
    () => (across ? sideways : downwards)(placed, size),
    [placed, across, size.width, size.height],
  );
  useLayoutEffect(() => {
    if (mode === 'free') return;
    const whole = fitting(drawing.extent, box);
    if (mode === 'fit' || whole.scale >= 0.72 || !current) {
      viewport.move(whole);
      return;
    }
    const { x, y } = drawing.corner(current);
    viewport.move(following({ x: x + size.width / 2, y: y + size.height / 2 }, drawing.extent, box, 1));
  }, [drawing, mode, box.width, box.height]);

  const [focused, setFocused] = useState<number | null>(null);
  const group = useRef<SVGGElement>(null);
  const focus = (id: number | null | undefined) => {
    if (id === null || id === undefined) return;
    setFocused(id);
    group.current?.querySelector<SVGGElement>(`[data-node="${id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, node: TreeNode) => {
    const siblings = node.parent === null ? [node.id] : (tree?.children.get(node.parent) ?? []);
    const place = siblings.indexOf(node.id);
    const next: Record<string, number | null | undefined> = {
      ArrowUp: node.parent,
      ArrowDown: tree?.children.get(node.id)?.[0],
      ArrowLeft: siblings[place - 1],
      ArrowRight: siblings[place + 1],
    };
    if (event.key === 'Enter' || event.key === ' ') onSelect(node.id);
    else if (event.key in next) focus(next[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (!frame || !tree) return null;
  const tabStop = byId.has(focused ?? -1) ? focused : (current?.id ?? tree.root);
  const { x, y, scale } = viewport.transform;

  return (
    <div class="tree">
      {label && <h3 class="tree-side">{label}</h3>}
      <svg
        ref={viewport.element}
        class={mode === 'free' ? 'tree-canvas free' : 'tree-canvas'}
        role="group"
        aria-label={texts.treeLabel(
          placed.length,
          placed.length + [...tree.hidden.values()].reduce((a, b) => a + b, 0),
        )}
        {...viewport.handlers}
      >
        <g class="tree-moving" ref={group} style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}>
          {placed.map((node) => {
            const from = byId.get(timeline.nodes[node.id]?.parent ?? -1);
            return (
              from && (
                <path key={`edge-${node.id}`} class={edgeClass(tree.path, node.id)} d={drawing.edge(from, node)} />
              )
            );
          })}
          {placed.map((place) => {
            const node = timeline.nodes[place.id];
            if (!node) return null;
            return (
              <Node
                key={place.id}
                node={node}
                corner={drawing.corner(place)}
                shape={shape}
                {...{ goal, weighted, informed }}
                state={standing(node, frame, at)}
                onPath={tree.path.has(node.id)}
                solution={frame.kind === 'end' && timeline.solution.includes(node.id)}
                selected={selected === node.id}
                hidden={tree.hidden.get(node.id) ?? 0}
                tabStop={tabStop === node.id}
                onSelect={onSelect}
                onKeyDown={onKeyDown}
              />
            );
          })}
        </g>
      </svg>
      <div class="tree-tools">
        <IconButton label={texts.zoomIn} icon={ICONS.plus} onClick={() => viewport.zoom(1.3)} />
        <IconButton label={texts.zoomOut} icon={ICONS.minus} onClick={() => viewport.zoom(1 / 1.3)} />
        <button
          type="button"
          class="button small"
          aria-pressed={mode === 'follow'}
          onClick={() => viewport.setMode('follow')}
        >
          {texts.follow}
        </button>
        <button
          type="button"
          class="button small"
          aria-pressed={mode === 'fit'}
          onClick={() => viewport.setMode('fit')}
        >
          {texts.fit}
        </button>
      </div>
    </div>
  );
}

function edgeClass(path: Set<number>, id: number): string {
  return path.has(id) ? 'tree-edge on-path' : 'tree-edge';
}

interface NodeProps {
  node: TreeNode;
  corner: { x: number; y: number };
  shape: Shape | null;
  goal: string;
  weighted: boolean;
  informed: boolean;
  state: string;
  onPath: boolean;
  solution: boolean;
  selected: boolean;
  hidden: number;
  tabStop: boolean;
  onSelect: (node: number) => void;
  onKeyDown: (event: KeyboardEvent, node: TreeNode) => void;
}

function Node({
  node,
  corner,
  shape,
  goal,
  weighted,
  informed,
  state,
  onPath,
  solution,
  selected,
  hidden,
  tabStop,
  onSelect,
  onKeyDown,
}: NodeProps) {
  const size = nodeSize(shape);
  // The same element again is not compared with what is drawn.
  const drawing = useMemo(
    () => shape && <MiniBoard board={node.board} goal={goal} shape={shape} />,
    [node.board, goal, shape],
  );
  const classes = ['tree-node', state, onPath && 'on-path', solution && 'solution', selected && 'selected'];
  const label = texts.nodeLabel(node.board, node.g, node.h, node.f, texts.statusOf[state] ?? state);
  return (
    <g
      class={classes.filter(Boolean).join(' ')}
      transform={`translate(${corner.x}, ${corner.y})`}
      role="button"
      tabindex={tabStop ? 0 : -1}
      aria-pressed={selected}
      data-node={node.id}
      onClick={() => onSelect(node.id)}
      onKeyDown={(event) => onKeyDown(event, node)}
    >
      <title>{label}</title>
      <rect class="tree-frame" x={-3} y={-3} width={size.width + 6} height={size.height - LABEL + 6} rx={4} />
      {drawing ?? (
        <text class="tree-move" x={size.width / 2} y={size.height - LABEL - 3.5}>
          {node.move ?? texts.start}
        </text>
      )}
      <text class="tree-values" x={size.width / 2} y={size.height - 3}>
        <Values {...{ node, weighted, informed }} />
      </text>
      {hidden > 0 && (
        <g class="tree-hidden">
          <title>{texts.hiddenTitle(hidden)}</title>
          <path d={`M${size.width / 2} ${size.height + 1}l-11 14h22z`} />
          <text x={size.width / 2 + 13} y={size.height + 13}>
            {texts.hidden(hidden)}
          </text>
        </g>
      )}
    </g>
  );
}

/** `g+h=f`, or only `g` where no estimate is used. */
function Values({ node, weighted, informed }: { node: TreeNode; weighted: boolean; informed: boolean }) {
  if (!informed) return <tspan class="total">{node.g}</tspan>;
  const sum = `${node.g}+${node.h ?? '?'}`;
  if (weighted || node.f === null)
    return (
      <>
        {sum}
        <tspan class="total">{node.f === null ? '' : ` → ${node.f}`}</tspan>
      </>
    );
  return (
    <>
      {sum}=<tspan class="total">{node.f}</tspan>
    </>
  );
}
