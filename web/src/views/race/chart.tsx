import { signal } from '@preact/signals';
import { Segments } from '../../components/controls';
import { formatTick } from '../../components/format';
import { useWidth } from '../../components/use-width';
import { texts } from '../../texts';
import { laneName, runners } from './race';
import { leftEnd, linearTicks, logTicks, place, placeBetween, powersBetween, type ScaleKind } from './scale';

const kind = signal<ScaleKind>('log');

const HEIGHT = 260;
const LEFT = 52;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 34;

/** The states that each lane has expanded, over time: a point for each report of its search. */
export function Chart() {
  const [frame, width] = useWidth<HTMLDivElement>(720);
  const all = runners.value;
  const seconds = Math.max(0.001, ...all.map(({ samples }) => samples.at(-1)?.seconds ?? 0));
  const states = Math.max(10, ...all.map(({ samples }) => samples.at(-1)?.expanded ?? 0));
  const yTicks = kind.value === 'log' ? logTicks(states, 6) : linearTicks(states, 5);
  const max = kind.value === 'log' ? Math.max(states, yTicks.at(-1)!) : states;
  const shortest = leftEnd(all.flatMap(({ samples }) => samples.map((at) => at.seconds)));
  const longest = Math.max(seconds, 10 * shortest);
  const xTicks = kind.value === 'log' ? powersBetween(shortest, longest) : linearTicks(seconds, width > 500 ? 6 : 3);
  const along = (value: number) => (kind.value === 'log' ? placeBetween(value, shortest, longest) : value / seconds);
  const x = (value: number) => LEFT + along(value) * (width - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - place(value, max, kind.value) * (HEIGHT - TOP - BOTTOM);
  return (
    <section class="chart-section" aria-labelledby="chart-title">
      <div class="section-head">
        <h2 id="chart-title">{texts.race.chart}</h2>
        <span class="spacer" />
        <Segments
          label={texts.race.scale}
          hideLabel
          value={kind.value}
          choices={(['log', 'linear'] as const).map((value) => ({ value, label: texts.race.scales[value] }))}
          onChange={(value) => (kind.value = value)}
        />
      </div>
      <div ref={frame}>
      <svg class="chart" viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={texts.race.chartLabel}>
        {yTicks.map((tick) => (
          <g key={tick}>
            <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 8} y={y(tick)} dy="0.35em" text-anchor="end">
              {formatTick(tick)}
            </text>
          </g>
        ))}
        {xTicks.map((tick) => (
          <text key={tick} x={x(tick)} y={HEIGHT - BOTTOM + 18} text-anchor="middle">
            {kind.value === 'log' ? formatTime(tick) : timeTick(tick, seconds)}
          </text>
        ))}
        {all.map(({ samples, lane, state }, index) => {
          const last = samples.at(-1);
          return last && (
            <g key={index} class={`series-${index + 1}`}>
              <polyline class="line" points={samples.map((at) => `${x(at.seconds).toFixed(1)},${y(at.expanded).toFixed(1)}`).join(' ')} />
              {samples.slice(0, -1).map((at) => (
                <circle key={at.seconds} class="point" cx={x(at.seconds)} cy={y(at.expanded)} r={2} />
              ))}
              <circle class={state === 'finished' ? 'end finished' : 'end'} cx={x(last.seconds)} cy={y(last.expanded)} r={4.5}>
                <title>{laneName(lane)}</title>
              </circle>
            </g>
          );
        })}
      </svg>
      </div>
    </section>
  );
}

/** A power of ten of seconds. */
function formatTime(value: number): string {
  return timeTick(value, value);
}

/** A time on the axis, in the unit of the whole axis. */
function timeTick(value: number, max: number): string {
  if (value === 0) return '0';
  const [scale, unit] = max < 0.001 ? [1e6, 'µs'] : max < 1 ? [1e3, 'ms'] : [1, 's'];
  return `${Number((value * scale).toPrecision(3))} ${unit}`;
}
