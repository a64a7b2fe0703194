import './spaces.css';
import tables from 'virtual:published-levels';
import { Button, ProgressBar, Segments, Select } from '../../components/controls';
import { ICONS } from '../../components/icons';
import type { Engine, EnumerateRequest } from '../../engine/protocol';
import { blankCell, sizeText } from '../../puzzle/tiles';
import { current, goalTiles, metric as boardMetric, parameter, setParameter } from '../../state/store';
import { spaces as texts } from '../../texts/spaces';
import { Antipodes } from './antipodes';
import { publishedTable, SPACES, startClasses, statesOf, type Space } from './catalogue';
import { Facts, Levels } from './facts';
import { HereText, useHere } from './here';
import { Histogram } from './histogram';
import { Radii } from './radii';
import { sum, type ScaleKind } from './scale';
import { useEnumeration } from './use_enumeration';

const MAX_ANTIPODES = 24;
const CUBE_DEPTHS = [3, 4, 5, 6] as const;

const set = (name: string, value: string | undefined) => setParameter('spaces', name, value);

export function SpacesView({ engine }: { engine: Engine }) {
  const boardSize = sizeText(current.value);
  const requested = parameter('spaces', 'space') ?? (SPACES.some(({ name }) => name === boardSize) ? boardSize : '3x3');
  const space = SPACES.find(({ name }) => name === requested) ?? SPACES[5]!;
  const { size } = space;
  const metrics = size ? (['single', 'multi'] as const) : (['half', 'quarter'] as const);
  const metric =
    metrics.find((name) => name === (parameter('spaces', 'metric') ?? (size ? boardMetric.value : 'half'))) ??
    metrics[0];
  const cells = size ? size.width * size.height : 0;
  const fallback = size && sizeText(size) === boardSize ? blankCell(goalTiles.value) : cells - 1;
  const requestedCell = Number(parameter('spaces', 'start') ?? NaN);
  const cell = Number.isInteger(requestedCell) && requestedCell >= 0 && requestedCell < cells ? requestedCell : fallback;
  const scale: ScaleKind =
    parameter('spaces', 'scale') === 'log'
      ? 'log'
      : parameter('spaces', 'scale') === 'linear'
        ? 'linear'
        : space.effort === 'published' || !size
          ? 'log'
          : 'linear';
  const depth = CUBE_DEPTHS.find((value) => String(value) === parameter('spaces', 'depth')) ?? space.depth;

  const request: EnumerateRequest | null =
    space.effort === 'published'
      ? null
      : {
          puzzle: size ? 'tiles' : space.name,
          ...(size ? { size: space.name, start: String(cell) } : {}),
          ...(space.depth !== null && depth !== null ? { depth } : {}),
          metric,
          antipodes: space.depth === null ? MAX_ANTIPODES : 0,
          memory: 2 ** 30,
        };
  const enumeration = useEnumeration(engine, request, space.effort === 'at-once');
  const published = publishedTable(tables, space, metric, cell);
  const counted = enumeration.levels.length > 0;
  const waiting = space.effort === 'at-once' && enumeration.problem === null;
  const levels = counted || waiting ? enumeration.levels : (published?.levels ?? []);
  const here = useHere(engine, space, metric, cell);
  const name = `${titleOf(space)}, ${texts.metrics[metric] ?? metric}`;
  const states = size ? statesOf(size).toLocaleString('en') : '';

  return (
    <div class="spaces">
      <h1 class="visually-hidden">{texts.title}</h1>
      <p class="quiet">{texts.lead}</p>
      <section class="card spaces-setup" aria-label={texts.space}>
        <Select
          label={texts.space}
          value={space.name}
          choices={SPACES.map((one) => ({
            value: one.name,
            label: `${titleOf(one)}${one.effort === 'published' ? ` (${texts.literature.toLowerCase()})` : ''}`,
          }))}
          onChange={(next) => {
            for (const parameterName of ['start', 'metric', 'scale', 'depth']) set(parameterName, undefined);
            set('space', next);
          }}
        />
        <Segments
          label={texts.metric}
          value={metric}
          choices={metrics.map((value) => ({ value, label: texts.metrics[value] ?? value }))}
          onChange={(value) => set('metric', value)}
        />
        {size && (
          <Select
            label={texts.start}
            value={String(cell)}
            choices={startClasses(size.width, size.height)
              .flat()
              .sort((a, b) => a - b)
              .map((at) => ({ value: String(at), label: texts.startCell(at, kindOfCell(at, size)) }))}
            onChange={(value) => set('start', value)}
          />
        )}
        {space.depth !== null && (
          <Select
            label={texts.depth}
            value={String(depth)}
            choices={CUBE_DEPTHS.map((value) => ({ value: String(value), label: texts.depthOf(value) }))}
            onChange={(value) => set('depth', value)}
          />
        )}
        <Segments
          label={texts.scale}
          value={scale}
          choices={(['linear', 'log'] as const).map((value) => ({ value, label: texts.scales[value] }))}
          onChange={(value) => set('scale', value)}
        />
      </section>

      <section class="card stack spaces-chart" aria-label={texts.chart(name)}>
        <div class="spaces-head">
          <h2>{name}</h2>
          {!counted && !waiting && published && <span class="badge warning">{texts.literature}</span>}
        </div>
        <Histogram name={name} levels={levels} kind={scale} here={here.depth} published={!counted && !waiting} />
        <div class="spaces-state">
          {space.effort === 'long' && enumeration.result === null && !enumeration.busy && (
            <div class="stack">
              <p class="quiet small">{texts.longWarning(states, memoryOf(cells))}</p>
              <div>
                <Button primary label={texts.countLong(states)} icon={ICONS.play} onClick={enumeration.start} />
              </div>
            </div>
          )}
          {enumeration.busy && (
            <div class="spaces-progress" role="status">
              <ProgressBar label={texts.count} value={size ? sum(levels) / statesOf(size) : null} />
              <span class="quiet small number">
                {texts.counting(
                  Math.max(0, enumeration.levels.length - 1),
                  sum(enumeration.levels),
                  enumeration.seconds,
                )}
              </span>
              <Button label={texts.cancel} onClick={enumeration.cancel} />
            </div>
          )}
          {enumeration.problem !== null && (
            <p class="error" role="alert">
              {enumeration.problem}
            </p>
          )}
          {!counted && !waiting && published && !enumeration.busy && (
            <p class="quiet small">
              {space.effort === 'published' && texts.literatureNote}{' '}
              {texts.sources(sourceOf(published.sources, size !== null))}
            </p>
          )}
          {counted && !enumeration.busy && published && (
            <Agreement
              own={enumeration.levels}
              published={published.levels}
              sources={sourceOf(published.sources, size !== null)}
            />
          )}
          <HereText here={here} space={space} levels={levels} boardSize={boardSize} />
        </div>
      </section>

      <section class="card stack spaces-facts" aria-label={texts.factsTitle}>
        <Facts
          levels={levels}
          complete={enumeration.result ? enumeration.result.complete : !counted && size !== null}
          seconds={enumeration.result?.seconds ?? null}
          engine={enumeration.result?.engine ?? null}
          memory={enumeration.result?.peak_memory_bytes ?? null}
        />
        <Levels levels={levels} />
      </section>

      <Antipodes
        space={space}
        positions={enumeration.result?.antipodes ?? null}
        count={enumeration.result?.antipode_count ?? null}
        radius={enumeration.result?.radius ?? null}
        goalText={enumeration.result?.start ?? null}
      />
      <Radii engine={engine} space={space} metric={metric} cell={cell} onCell={(at) => set('start', String(at))} />
    </div>
  );
}

function titleOf({ name, size }: Space): string {
  return size ? `${size.width}×${size.height}` : (texts.names[name] ?? name);
}

/** The memory of two bitmaps with one bit a state, and of the levels. */
function memoryOf(cells: number): string {
  let permutations = 1;
  for (let factor = 2; factor <= cells; factor++) permutations *= factor;
  return `${Math.ceil((2 * permutations) / 8 / 2 ** 20)} MiB`;
}

function kindOfCell(cell: number, { width, height }: { width: number; height: number }): string {
  const last = cell === width * height - 1 ? ', blank-last' : cell === 0 ? ', blank-first' : '';
  return last;
}

function sourceOf(sources: readonly string[], tiles: boolean): string {
  return tiles
    ? `“Complete Solution of the Fifteen Puzzles”, ${sources.join(', ')} (data/sliding_tile_levels.csv)`
    : `${sources.join(', ')} (data/cube_levels.csv)`;
}

function Agreement({
  own,
  published,
  sources,
}: {
  own: readonly number[];
  published: readonly number[];
  sources: string;
}) {
  const common = Math.min(own.length, published.length);
  const differing = own.slice(0, common).findIndex((states, depth) => states !== published[depth]);
  if (differing >= 0) return <p class="error">{texts.differs(differing)}</p>;
  return (
    <p class="good small">
      {own.length === published.length ? texts.agrees : texts.agreesPart(common - 1)}{' '}
      <span class="quiet">{texts.sources(sources)}</span>
    </p>
  );
}
