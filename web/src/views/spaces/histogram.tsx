/** A histogram of levels, with a scale, a marked depth, and bars that pointer and keys read out. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { spaces as texts } from '../../texts/spaces';
import { depthTicks, percent, scaleOf, tickLabel, type ScaleKind } from './scale';

interface Props {
  name: string;
  levels: readonly number[];
  kind: ScaleKind;
  /** The depth of the current board. */
  here: number | null;
  /** Bars from the literature are drawn otherwise. */
  published: boolean;
}

const HEIGHT = 320;
const LEFT = 56;
const BOTTOM = 44;
const TOP = 30;
const RIGHT = 10;

export function Histogram({ name, levels, kind, here, published }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(700);
  const [pointed, setPointed] = useState<number | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(280, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const depths = Math.max(1, levels.length);
  const [plotWidth, plotHeight] = [width - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];
  const step = plotWidth / depths;
  const scale = scaleOf(kind, Math.max(1, ...levels), 6);
  const y = (value: number) => TOP + plotHeight * (1 - scale.share(value));
  const x = (depth: number) => LEFT + depth * step;
  const total = levels.reduce((sum, states) => sum + states, 0);
  const chosen = pointed === null ? null : Math.min(depths - 1, pointed);
  const read = chosen ?? here;
  const text = read === null ? texts.hint : describe(levels, read, total);
  const gap = step > 4 ? Math.min(3, step * 0.18) : 0;
  const point = (event: PointerEvent) => {
    const bounds = frame.current?.getBoundingClientRect();
    const depth = Math.floor((event.clientX - (bounds?.left ?? 0) - LEFT) / step);
    setPointed(depth >= 0 && depth < depths ? depth : null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = read ?? 0;
    const to: Record<string, number> = {
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      Home: 0,
      End: depths - 1,
      PageUp: from + 10,
      PageDown: from - 10,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setPointed(Math.max(0, Math.min(depths - 1, next)));
  };
  return (
    <figure class="histogram">
      <figcaption class="histogram-reading number">{text}</figcaption>
      <div
        class="histogram-plot"
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label={texts.chart(name)}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={depths - 1}
        aria-valuenow={read ?? 0}
        aria-valuetext={read === null ? texts.chartSummary(name, levels.length, total) : text}
        title={texts.chartHelp}
        onKeyDown={onKeyDown}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
        onBlur={() => setPointed(null)}
      >
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true" focusable="false">
          {scale.ticks.map((tick) => (
            <g key={tick} class="tick">
              <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
                {tickLabel(tick, kind)}
              </text>
            </g>
          ))}
          {levels.map((states, depth) => (
            <rect
              key={depth}
              class={['bar', published && 'published', depth === chosen && 'pointed', depth === here && 'here']
                .filter(Boolean)
                .join(' ')}
              x={x(depth) + gap / 2}
              width={Math.max(0.6, step - gap)}
              y={Math.min(y(states), TOP + plotHeight - (states > 0 ? 1 : 0))}
              height={Math.max(states > 0 ? 1 : 0, TOP + plotHeight - y(states))}
            />
          ))}
          <line class="axis" x1={LEFT} x2={width - RIGHT} y1={TOP + plotHeight} y2={TOP + plotHeight} />
          {depthTicks(depths, plotWidth).map((depth) => (
            <text key={depth} class="depth" x={x(depth) + step / 2} y={TOP + plotHeight + 17} text-anchor="middle">
              {depth}
            </text>
          ))}
          <text class="axis-name" x={LEFT + plotWidth / 2} y={HEIGHT - 6} text-anchor="middle">
            {texts.xAxis}
          </text>
          {chosen !== null && (
            <line class="pointer" x1={x(chosen) + step / 2} x2={x(chosen) + step / 2} y1={TOP} y2={TOP + plotHeight} />
          )}
          {here !== null && here < depths && <Here x={x(here) + step / 2} y={y(levels[here] ?? 0)} width={width} />}
        </svg>
      </div>
    </figure>
  );
}

function Here({ x, y, width }: { x: number; y: number; width: number }) {
  const top = Math.max(18, y - 8);
  const anchor = x > width - 110 ? 'end' : x < LEFT + 60 ? 'start' : 'middle';
  return (
    <g class="here-mark">
      <path d={`M${x} ${top}l-6 -8h12z`} />
      <text x={anchor === 'end' ? x + 6 : anchor === 'start' ? x - 6 : x} y={top - 11} text-anchor={anchor}>
        {texts.hereShort}
      </text>
    </g>
  );
}

function describe(levels: readonly number[], depth: number, total: number): string {
  const states = levels[depth] ?? 0;
  return texts.bar(depth, states, total > 0 ? percent(states / total) : '');
}
