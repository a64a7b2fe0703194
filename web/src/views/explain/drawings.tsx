/** Heuristics drawn on a board, with each tile's part of the value in words. */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { BoardDrawing } from '../../components/board';
import type { CheckRequest, CheckResult, Engine, PatternsResult } from '../../engine/protocol';
import { heuristicLabel } from '../../state/choices';
import { explain as texts } from '../../texts/explain';
import { DATABASES } from './examples';
import {
  hammingOf,
  linearConflict,
  lineConflicts,
  manhattan,
  manhattanTerms,
  misplaced,
  type Term,
} from './model/heuristics';
import { parseTiles, type Shape } from './model/position';
import { walkingCounts } from './model/walking';
import { useRequest } from './use_trace';

export const DRAWINGS = ['none', 'manhattan', 'conflicts', 'hamming', 'walking', 'patterns'] as const;
export type Drawing = (typeof DRAWINGS)[number];

interface Props {
  engine: Engine;
  board: string;
  goal: number[];
  shape: Shape;
  metric: string;
  drawing: Drawing;
  label: string;
  outlined: readonly number[];
}

/** A key that follows another key after a short time without change. */
function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export function HeuristicBoard(props: Props) {
  const { engine, board, goal, shape, metric, drawing } = props;
  const tiles = parseTiles(board) ?? [];
  const size = `${shape.width}x${shape.height}`;
  const settled = useSettled(board, 120);
  const position: CheckRequest = { board: settled, size, goal: goal.join(' '), metric };
  const check = useRequest(JSON.stringify(position), () => engine.call('check', position, { lane: 'explain-values' }));
  const database = DATABASES[size];
  const query = drawing === 'patterns' && database ? JSON.stringify([position, database]) : null;
  const patterns = useRequest(query, () =>
    engine.call('patterns', { ...position, heuristic: database ?? '' }, { lane: 'explain-values' }),
  );
  const values = settled === board ? check.value : null;
  const parts = settled === board ? patterns.value : null;
  const colours = drawing === 'patterns' && parts ? patternOf(parts) : null;
  return (
    <div class="heuristic">
      <div class={`heuristic-board ${drawing}`}>
        <BoardDrawing
          board={{ ...shape, tiles }}
          goal={{ ...shape, tiles: goal }}
          label={props.label}
          outlined={props.outlined}
          showPlaced={drawing !== 'patterns'}
          overlay={overlay(drawing, tiles, goal, shape, colours)}
        />
      </div>
      <Words {...props} tiles={tiles} check={values} patterns={parts} busy={patterns.busy} problem={patterns.problem} />
    </div>
  );
}

function patternOf(result: PatternsResult): Map<number, number> {
  return new Map(result.patterns.flatMap(({ tiles }, index) => tiles.map((tile): [number, number] => [tile, index])));
}

function overlay(
  drawing: Drawing,
  tiles: number[],
  goal: number[],
  shape: Shape,
  colours: Map<number, number> | null,
): ComponentChildren {
  if (drawing === 'manhattan') return <Arrows terms={manhattanTerms(tiles, goal, shape)} shape={shape} />;
  if (drawing === 'conflicts') return <Conflicts tiles={tiles} goal={goal} shape={shape} />;
  if (drawing === 'hamming') {
    return misplaced(tiles, goal).map((cell) => (
      <rect key={cell} class="mark-cell" {...inset(cell, shape, 0.06)} rx={0.08} />
    ));
  }
  if (colours) {
    return tiles.map((tile, cell) => {
      const pattern = colours.get(tile);
      return pattern === undefined ? null : (
        <rect key={cell} class={`pattern pattern-${pattern % 4}`} {...inset(cell, shape, 0.05)} rx={0.1} />
      );
    });
  }
  return null;
}

function inset(cell: number, shape: Shape, by: number) {
  return {
    x: (cell % shape.width) + by,
    y: Math.floor(cell / shape.width) + by,
    width: 1 - 2 * by,
    height: 1 - 2 * by,
  };
}

const centre = (cell: number, shape: Shape): [number, number] => [
  (cell % shape.width) + 0.5,
  Math.floor(cell / shape.width) + 0.5,
];

/** Arrows along rows, then along columns, so that their length is the distance. */
function Arrows({ terms, shape }: { terms: Term[]; shape: Shape }) {
  return (
    <>
      <defs>
        <marker
          id="arrow-head"
          viewBox="0 0 6 6"
          refX="4.5"
          refY="3"
          markerWidth="4"
          markerHeight="4"
          orient="auto-start-reverse"
        >
          <path class="arrow-head" d="M0 0L6 3L0 6z" />
        </marker>
      </defs>
      {terms
        .filter(({ distance }) => distance > 0)
        .map(({ tile, from, to, distance }) => {
          const [[x1, y1], [x2, y2]] = [centre(from, shape), centre(to, shape)];
          // Lanes below and beside the numbers; arrows of different tiles do not lie on each other.
          const lane = 0.3 + (((tile * 7) % 5) - 2) * 0.045;
          const points =
            y1 === y2
              ? `M${x1} ${y1 + lane}H${x2}`
              : x1 === x2
                ? `M${x1 + lane} ${y1}V${y2}`
                : `M${x1} ${y1 + lane}H${x2 + lane}V${y2}`;
          return (
            <g key={tile}>
              <path class={`arrow arrow-${tile % 4}`} d={points} marker-end="url(#arrow-head)" />
              <circle class={`distance arrow-${tile % 4}`} cx={x1 - 0.32} cy={y1 - 0.32} r={0.15} />
              <text class="distance" x={x1 - 0.32} y={y1 - 0.255}>
                {distance}
              </text>
            </g>
          );
        })}
    </>
  );
}

function Conflicts({ tiles, goal, shape }: { tiles: number[]; goal: number[]; shape: Shape }) {
  return (
    <>
      {lineConflicts(tiles, goal, shape).flatMap((line) => [
        ...line.pairs.map(({ cells: [a, b] }) => {
          const [[x1, y1], [x2, y2]] = [centre(a, shape), centre(b, shape)];
          const bend = 0.18 + 0.12 * Math.hypot(x2 - x1, y2 - y1);
          const [mx, my] = line.axis === 'row' ? [(x1 + x2) / 2, y1 - 0.3 - bend] : [x1 - 0.3 - bend, (y1 + y2) / 2];
          const [ox, oy] = line.axis === 'row' ? [0, -0.3] : [-0.3, 0];
          return (
            <path
              key={`${line.axis}-${a}-${b}`}
              class="conflict"
              d={`M${x1 + ox} ${y1 + oy}Q${mx} ${my} ${x2 + ox} ${y2 + oy}`}
            />
          );
        }),
        ...line.removed.map((cell) => {
          const [x, y] = centre(cell, shape);
          const [dx, dy] = line.axis === 'row' ? [0.3, 0.3] : [-0.3, 0.3];
          return (
            <g key={`${line.axis}-leaves-${cell}`}>
              <rect class="mark-cell" {...inset(cell, shape, 0.05)} rx={0.08} />
              <circle class="plus-two" cx={x + dx} cy={y + dy} r={0.16} />
              <text class="plus-two" x={x + dx} y={y + dy + 0.06}>
                +2
              </text>
            </g>
          );
        }),
      ])}
    </>
  );
}

interface WordsProps extends Props {
  tiles: number[];
  check: CheckResult | null;
  patterns: PatternsResult | null;
  busy: boolean;
  problem: string | null;
}

function Words(props: WordsProps) {
  const { drawing, tiles, goal, shape, metric, check, patterns } = props;
  const { drawn } = texts;
  switch (drawing) {
    case 'none':
      return <EngineValues check={check} />;
    case 'manhattan': {
      const terms = manhattanTerms(tiles, goal, shape).map(({ distance }) => distance);
      const sum = manhattan(tiles, goal, shape);
      return <Value name="manhattan" own={sum} text={drawn.manhattan(sum, terms.join(' + '))} {...{ check, metric }} />;
    }
    case 'hamming': {
      const sum = hammingOf(tiles, goal);
      return <Value name="hamming" own={sum} text={drawn.hamming(sum)} {...{ check, metric }} />;
    }
    case 'conflicts': {
      const lines = lineConflicts(tiles, goal, shape);
      const distance = manhattan(tiles, goal, shape);
      const removed = lines.reduce((sum, line) => sum + line.removed.length, 0);
      const text = removed === 0 ? drawn.noConflicts(distance) : drawn.conflicts(distance, removed);
      const tileAt = (cell: number) => tiles[cell] ?? 0;
      return (
        <>
          <Value name="linear-conflict" own={linearConflict(tiles, goal, shape)} text={text} {...{ check, metric }} />
          <ul class="plain">
            {lines.map(({ axis, line, pairs, removed: leaving }) => (
              <li key={`${axis}-${line}`}>
                {drawn.conflictLine(
                  axis,
                  line,
                  pairs.map(({ cells: [a, b] }) => `${tileAt(a)}–${tileAt(b)}`).join(', '),
                  leaving.map(tileAt).join(', '),
                )}
              </li>
            ))}
          </ul>
        </>
      );
    }
    case 'walking': {
      const value = check?.['walking-distance'];
      return (
        <>
          <p>{drawn.walking}</p>
          <Counts caption={drawn.walkingRows} counts={walkingCounts(tiles, goal, shape, 'row')} />
          <Counts caption={drawn.walkingColumns} counts={walkingCounts(tiles, goal, shape, 'column')} />
          {typeof value === 'number' && <p data-engine="walking-distance">{drawn.walkingTotal(value)}</p>}
        </>
      );
    }
    case 'patterns':
      if (props.problem) return <p class="error">{props.problem}</p>;
      if (!patterns) return <p class="quiet small">{props.busy ? drawn.patternsLoading : ''}</p>;
      return (
        <>
          <p>
            {drawn.patterns(
              heuristicLabel(patterns.heuristic),
              patterns.total,
              patterns.patterns.map(({ value }) => value).join(' + '),
            )}
          </p>
          <ul class="plain">
            {patterns.patterns.map(({ tiles: own, value }, index) => (
              <li key={index}>
                <span class={`swatch pattern-${index % 4}`} aria-hidden="true" /> {drawn.patternTiles(own.join(', '))}:{' '}
                <strong>{value}</strong>
              </li>
            ))}
          </ul>
        </>
      );
  }
}

function Value({
  name,
  own,
  text,
  check,
  metric,
}: {
  name: string;
  own: number;
  text: string;
  check: CheckResult | null;
  metric: string;
}) {
  const engine = check?.[name];
  const { drawn } = texts;
  return (
    <>
      <p data-heuristic={name} data-own={own} data-engine={typeof engine === 'number' ? engine : undefined}>
        {text}
      </p>
      {metric === 'multi' && name !== 'zero' && <p class="quiet small">{drawn.multi}</p>}
      {typeof engine === 'number' && metric === 'single' && engine !== own && (
        <p class="error">{drawn.differs(own, engine)}</p>
      )}
    </>
  );
}

function EngineValues({ check }: { check: CheckResult | null }) {
  const names = ['hamming', 'manhattan', 'linear-conflict', 'walking-distance'].filter(
    (name) => typeof check?.[name] === 'number',
  );
  return (
    <dl class="facts" aria-label={texts.drawn.engineValues}>
      {names.map((name) => (
        <div key={name} class="fact-row">
          <dt>{name}</dt>
          <dd>{String(check?.[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Counts({ caption, counts }: { caption: string; counts: number[][] }) {
  return (
    <table class="counts">
      <caption>{caption}</caption>
      <tbody>
        {counts.map((row, index) => (
          <tr key={index}>
            <th scope="row">{index + 1}</th>
            {row.map((value, at) => (
              <td key={at} class={at === index ? 'home' : value > 0 ? 'away' : undefined}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
