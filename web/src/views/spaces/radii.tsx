/** The radius for every place of the goal's blank, and the diameter. */

import { useEffect, useState } from 'preact/hooks';
import tables from 'virtual:published-levels';
import type { Engine } from '../../engine/protocol';
import { spaces as texts } from '../../texts/spaces';
import { publishedTable, SPACES, startClasses, statesOf, type Space } from './catalogue';

interface Props {
  engine: Engine;
  space: Space;
  metric: string;
  cell: number;
  onCell: (cell: number) => void;
}

const computed = new Map<string, number>();

export function Radii({ engine, space, metric, cell, onCell }: Props) {
  const { size } = space;
  const [done, setDone] = useState(0);
  const classes = size ? startClasses(size.width, size.height) : [];
  const key = (first: number) => `${space.name} ${metric} ${first}`;
  useEffect(() => {
    if (!size || space.effort !== 'at-once') return;
    const abort = new AbortController();
    const all = async () => {
      for (const [first = 0] of classes) {
        if (abort.signal.aborted) return;
        if (computed.has(key(first))) continue;
        const request = { puzzle: 'tiles', size: space.name, metric, start: String(first), antipodes: 0 };
        const result = await engine.call('enumerate', request, { signal: abort.signal, lane: 'spaces-radii' });
        if (result.radius !== null) computed.set(key(first), result.radius);
        if (!abort.signal.aborted) setDone((before) => before + 1);
      }
    };
    all().catch(() => undefined);
    return () => abort.abort();
  }, [space.name, metric]);
  if (!size) return null;
  const radiusOf = (at: number): number | null => {
    const [first = at] = classes.find((cells) => cells.includes(at)) ?? [];
    const published = publishedTable(tables, space, metric, at);
    return computed.get(key(first)) ?? (published ? published.levels.length - 1 : null);
  };
  const all = classes.map(([first = 0]) => radiusOf(first));
  const complete = all.every((radius) => radius !== null);
  const here = space.effort === 'at-once';
  return (
    <section class="card stack" aria-labelledby="radii-title" data-counted={done}>
      <h2 id="radii-title">{texts.radii}</h2>
      <p class="quiet small">{texts.radiiLead}</p>
      <div
        class="radius-board"
        style={{ gridTemplateColumns: `repeat(${size.width}, minmax(0, 1fr))`, maxWidth: `${size.width * 3.5}rem` }}
      >
        {Array.from({ length: size.width * size.height }, (_, at) => (
          <button
            key={at}
            type="button"
            class="radius-cell number"
            aria-pressed={at === cell}
            aria-label={texts.radiusOf(at, radiusOf(at))}
            title={texts.radiusOf(at, radiusOf(at))}
            onClick={() => onCell(at)}
          >
            {radiusOf(at) ?? (here ? '…' : '–')}
          </button>
        ))}
      </div>
      {complete && all.length > 0 && (
        <p>
          <strong>{texts.diameter(Math.max(...all.map((radius) => radius ?? 0)))}</strong>
        </p>
      )}
      {!here && (
        <p class="quiet small">
          <span class="badge warning">{texts.literature}</span>
        </p>
      )}
      <details>
        <summary>{texts.radiiPublished}</summary>
        <PublishedRadii />
      </details>
    </section>
  );
}

function PublishedRadii() {
  const { radiiColumns: columns } = texts;
  const rows = SPACES.filter(({ size }) => size !== null && size.width >= size.height);
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={texts.radiiPublished}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{columns.size}</th>
            <th scope="col">{columns.states}</th>
            <th scope="col">{columns.single}</th>
            <th scope="col">{columns.multi}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((space) => {
            const last = (space.size?.width ?? 0) * (space.size?.height ?? 0) - 1;
            const radius = (metric: string) => {
              const table = publishedTable(tables, space, metric, last);
              return table ? table.levels.length - 1 : '–';
            };
            return (
              <tr key={space.name}>
                <th scope="row">{space.name.replace('x', '×')}</th>
                <td>{space.size && statesOf(space.size).toLocaleString('en')}</td>
                <td>{radius('single')}</td>
                <td>{radius('multi')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="quiet small">{texts.sources(texts.sourceFiles(tables.filter(({ cell }) => cell !== null).length))}</p>
    </div>
  );
}
