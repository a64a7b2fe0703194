import './spaces.css';
import { useEffect, useState } from 'preact/hooks';
import tables from 'virtual:published-levels';
import { Button, ProgressBar, Segments, Select } from '../../components/controls';
import { ICONS } from '../../components/icons';
import type { Engine, EnumerateRequest } from '../../engine/protocol';
import { blankCell, boardText, sizeText } from '../../puzzle/tiles';
import { parseBoard } from '../../puzzle/notation';
import { current, enginePlace, goal, goalTiles, metric as boardMetric, parameter, setBoard, setParameter, view } from '../../state/store';
import { spaces as texts } from '../../texts/spaces';
import { publishedTable, SPACES, startClasses, statesOf, type Space } from './catalogue';
import { Histogram } from './histogram';
import { Radii } from './radii';
import { percent, statisticsOf, type ScaleKind } from './scale';
import { useEnumeration } from './use_enumeration';

const MOST_ANTIPODES = 24;
const CUBE_DEPTHS = [3, 4, 5, 6] as const;

const set = (name: string, value: string | undefined) => setParameter('spaces', name, value);

export function SpacesView({ engine }: { engine: Engine }) {
  const boardSize = sizeText(current.value);
  const wanted = parameter('spaces', 'space') ?? (SPACES.some(({ name }) => name === boardSize) ? boardSize : '3x3');
  const space = SPACES.find(({ name }) => name === wanted) ?? SPACES[5]!;
  const { size } = space;
  const metrics = size ? (['single', 'multi'] as const) : (['half', 'quarter'] as const);
  const metric = metrics.find((name) => name === (parameter('spaces', 'metric') ?? (size ? boardMetric.value : 'half'))) ?? metrics[0];
  const cells = size ? size.width * size.height : 0;
  const fallback = size && sizeText(size) === boardSize ? blankCell(goalTiles.value) : cells - 1;
  const asked = Number(parameter('spaces', 'start') ?? NaN);
  const cell = Number.isInteger(asked) && asked >= 0 && asked < cells ? asked : fallback;
  const scale: ScaleKind = parameter('spaces', 'scale') === 'log' ? 'log' : parameter('spaces', 'scale') === 'linear' ? 'linear' : space.effort === 'published' || !size ? 'log' : 'linear';
  const depth = CUBE_DEPTHS.find((value) => String(value) === parameter('spaces', 'depth')) ?? space.depth;

  const request: EnumerateRequest | null = space.effort === 'published' ? null : {
    puzzle: size ? 'tiles' : space.name,
    ...(size ? { size: space.name, start: String(cell) } : {}),
    ...(space.depth !== null && depth !== null ? { depth } : {}),
    metric,
    antipodes: MOST_ANTIPODES,
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
          choices={SPACES.map((one) => ({ value: one.name, label: `${titleOf(one)}${one.effort === 'published' ? ` (${texts.literature.toLowerCase()})` : ''}` }))}
          onChange={(next) => {
            for (const parameterName of ['start', 'metric', 'scale', 'depth']) set(parameterName, undefined);
            set('space', next);
          }}
        />
        <Segments label={texts.metric} value={metric} choices={metrics.map((value) => ({ value, label: texts.metrics[value] ?? value }))} onChange={(value) => set('metric', value)} />
        {size && (
          <Select
            label={texts.start}
            value={String(cell)}
            choices={startClasses(size.width, size.height).flat().sort((a, b) => a - b).map((at) => ({ value: String(at), label: texts.startCell(at, kindOfCell(at, size)) }))}
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
        <Segments label={texts.scale} value={scale} choices={(['linear', 'log'] as const).map((value) => ({ value, label: texts.scales[value] }))} onChange={(value) => set('scale', value)} />
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
              <div><Button primary label={texts.countLong(states)} icon={ICONS.play} onClick={enumeration.start} /></div>
            </div>
          )}
          {enumeration.busy && (
            <div class="spaces-progress" role="status">
              <ProgressBar label={texts.count} value={size ? sum(levels) / statesOf(size) : null} />
              <span class="quiet small number">{texts.counting(Math.max(0, enumeration.levels.length - 1), sum(enumeration.levels), enumeration.seconds)}</span>
              <Button label={texts.cancel} onClick={enumeration.cancel} />
            </div>
          )}
          {enumeration.problem !== null && <p class="error" role="alert">{enumeration.problem}</p>}
          {!counted && !waiting && published && !enumeration.busy && <p class="quiet small">{space.effort === 'published' && texts.literatureNote} {texts.sources(sourceOf(published.sources, size !== null))}</p>}
          {counted && !enumeration.busy && published && <Agreement own={enumeration.levels} published={published.levels} sources={sourceOf(published.sources, size !== null)} />}
          <HereText here={here} space={space} levels={levels} boardSize={boardSize} />
        </div>
      </section>

      <section class="card stack spaces-facts" aria-label={texts.factsTitle}>
        <Facts levels={levels} complete={enumeration.result ? enumeration.result.complete : !counted && size !== null} seconds={enumeration.result?.seconds ?? null} engine={enumeration.result?.engine ?? null} memory={enumeration.result?.peak_memory_bytes ?? null} />
        <Levels levels={levels} />
      </section>

      <Antipodes space={space} positions={enumeration.result?.antipodes ?? null} count={enumeration.result?.antipode_count ?? null} radius={enumeration.result?.radius ?? null} goalText={enumeration.result?.start ?? null} />
      <Radii engine={engine} space={space} metric={metric} cell={cell} onCell={(at) => set('start', String(at))} />
    </div>
  );
}

const sum = (levels: readonly number[]): number => levels.reduce((all, states) => all + states, 0);

function titleOf({ name, size }: Space): string {
  return size ? `${size.width}×${size.height}` : (texts.names[name] ?? name);
}

/** Two bitmaps of one bit a state, and what the levels need besides. */
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
  return tiles ? `“Complete Solution of the Fifteen Puzzles”, ${sources.join(', ')} (data/sliding_tile_levels.csv)` : `${sources.join(', ')} (data/cube_levels.csv)`;
}

function Agreement({ own, published, sources }: { own: readonly number[]; published: readonly number[]; sources: string }) {
  const common = Math.min(own.length, published.length);
  const differing = own.slice(0, common).findIndex((states, depth) => states !== published[depth]);
  if (differing >= 0) return <p class="error">{texts.differs(differing)}</p>;
  return <p class="good small">{own.length === published.length ? texts.agrees : texts.agreesPart(common - 1)} <span class="quiet">{texts.sources(sources)}</span></p>;
}

interface Here {
  depth: number | null;
  busy: boolean;
  message: string | null;
}

/** The distance of the current board, where it belongs to the space that is shown. */
function useHere(engine: Engine, space: Space, metric: string, cell: number): Here {
  const [state, setState] = useState<Here & { key: string }>({ depth: null, busy: false, message: null, key: '' });
  const belongs = space.size !== null && sizeText(current.value) === space.name && blankCell(goalTiles.value) === cell;
  const request = belongs ? { board: boardText(current.value), size: space.name, goal: goal.value, metric, max_time: 20 } : null;
  const key = JSON.stringify(request);
  useEffect(() => {
    if (!request) return;
    const abort = new AbortController();
    setState({ depth: null, busy: true, message: null, key });
    engine.call('solve', request, { signal: abort.signal, lane: 'main' }).then(
      (result) => {
        if (abort.signal.aborted) return;
        const depth = result.status === 'solved' && result.proven ? result.length : null;
        setState({ depth, busy: false, message: result.status === 'unsolvable' ? texts.hereUnsolvable : depth === null ? (result.message ?? null) : null, key });
      },
      (error: unknown) => !abort.signal.aborted && setState({ depth: null, busy: false, message: error instanceof Error ? error.message : String(error), key }),
    );
    return () => abort.abort();
  }, [key, enginePlace.value]);
  if (!request) return { depth: null, busy: false, message: null };
  return state.key === key ? state : { depth: null, busy: true, message: null };
}

function HereText({ here, space, levels, boardSize }: { here: Here; space: Space; levels: readonly number[]; boardSize: string }) {
  if (!space.size) return null;
  if (here.busy) return <p class="quiet small">{texts.hereWait}</p>;
  if (here.message !== null) return <p class="quiet small">{here.message}</p>;
  if (here.depth === null) return boardSize === space.name ? null : <Other boardSize={boardSize} />;
  const total = sum(levels);
  const nearer = sum(levels.slice(0, here.depth));
  return (
    <p>
      <strong>{texts.here(here.depth)}.</strong> {total > 0 && texts.hereShare(percent(nearer / total))}
    </p>
  );
}

/** The way to the space of the current board. */
function Other({ boardSize }: { boardSize: string }) {
  const title = boardSize.replace('x', '×');
  const known = SPACES.some(({ name }) => name === boardSize);
  return (
    <p class="quiet small">
      {texts.hereOther(title)}{' '}
      {known && <button type="button" class="text-link" onClick={() => set('space', boardSize)}>{texts.hereShow(title)}</button>}
    </p>
  );
}

interface FactsProps {
  levels: readonly number[];
  complete: boolean;
  seconds: number | null;
  engine: string | null;
  memory: number | null;
}

function Facts({ levels, complete, seconds, engine, memory }: FactsProps) {
  const { facts } = texts;
  const values = statisticsOf(levels);
  const rows: [string, string][] = [
    [facts.total, values.total.toLocaleString('en')],
    ...(complete ? ([[facts.radius, String(Math.max(0, levels.length - 1))], [facts.mean, values.mean.toFixed(2)], [facts.median, String(values.median)], [facts.mode, String(Math.max(0, values.mode))]] as [string, string][]) : []),
    ...(seconds === null ? [] : ([[facts.seconds, texts.seconds(seconds)]] as [string, string][])),
    ...(engine === null ? [] : ([[facts.engine, engine]] as [string, string][])),
    ...(memory === null || memory === 0 ? [] : ([[facts.memory, texts.megabytes(memory)]] as [string, string][])),
  ];
  return (
    <>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div key={name} class="fact-row">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!complete && levels.length > 0 && <p class="quiet small">{texts.incomplete(levels.length - 1)}</p>}
    </>
  );
}

function Levels({ levels }: { levels: readonly number[] }) {
  const { columns } = texts;
  const total = sum(levels);
  let within = 0;
  return (
    <details>
      <summary>{texts.table}</summary>
      <div class="table-scroll levels-table" tabIndex={0} role="region" aria-label={texts.table}>
        <table class="data">
          <thead>
            <tr>
              <th scope="col">{columns.depth}</th>
              <th scope="col">{columns.states}</th>
              <th scope="col">{columns.share}</th>
              <th scope="col">{columns.within}</th>
            </tr>
          </thead>
          <tbody>
            {levels.map((states, depth) => {
              within += states;
              return (
                <tr key={depth}>
                  <th scope="row">{depth}</th>
                  <td>{states.toLocaleString('en')}</td>
                  <td>{percent(states / total)}</td>
                  <td>{percent(within / total)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface AntipodesProps {
  space: Space;
  positions: string[] | null;
  count: number | null;
  radius: number | null;
  goalText: string | null;
}

function Antipodes({ space, positions, count, radius, goalText }: AntipodesProps) {
  return (
    <section class="card stack spaces-antipodes" aria-labelledby="antipodes-title">
      <h2 id="antipodes-title">{texts.antipodes}</h2>
      {!positions || radius === null ? (
        <p class="quiet small">{texts.noAntipodes}</p>
      ) : (
        <>
          <p>{texts.antipodesLead(count ?? positions.length, radius)} {(count ?? 0) > positions.length && texts.antipodesSome(positions.length)}</p>
          <ul class="antipodes">
            {positions.map((position) => (
              <li key={position}>
                <button type="button" class={space.size ? 'antipode' : 'antipode wide mono'} onClick={() => load(space, position, goalText)}>
                  <span class="visually-hidden">{space.size ? texts.load(position) : texts.loadCube(position)}</span>
                  {space.size ? <MiniBoard tiles={position} width={space.size.width} goal={goalText ?? ''} /> : <span aria-hidden="true">{position}</span>}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function MiniBoard({ tiles, width, goal: goalText }: { tiles: string; width: number; goal: string }) {
  const places = goalText.split(/\s+/);
  return (
    <span class="mini" style={{ gridTemplateColumns: `repeat(${width}, 1.35rem)` }} aria-hidden="true">
      {tiles.split(/\s+/).map((tile, cell) => (
        <span key={cell} class={tile === '0' ? undefined : places[cell] === tile ? 'mini-cell placed' : 'mini-cell'}>{tile === '0' ? '' : tile}</span>
      ))}
    </span>
  );
}

/** Shows an antipode in the view that plays its puzzle. */
function load(space: Space, position: string, goalText: string | null): void {
  if (!space.size) {
    setParameter('cube', 'kind', space.name === 'cube2' ? 'cube2' : undefined);
    setParameter('cube', 'stickers', position);
    setParameter('cube', 'solution', undefined);
    setParameter('cube', 'at', undefined);
    view.value = 'cube';
    return;
  }
  const cells = space.size.width * space.size.height;
  const last = [...Array.from({ length: cells - 1 }, (_, i) => i + 1), 0].join(' ');
  const first = Array.from({ length: cells }, (_, i) => i).join(' ');
  setBoard(parseBoard(position, space.size), goalText === null || goalText === last ? 'blank-last' : goalText === first ? 'blank-first' : goalText);
  view.value = 'board';
}
