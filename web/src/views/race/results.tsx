import { signal } from '@preact/signals';
import { formatCount, formatSeconds } from '../../components/format';
import { texts } from '../../texts';
import { laneName, runners, type Runner } from './race';

type Column = 'length' | 'expanded' | 'generated' | 'peakOpen' | 'peakClosed' | 'seconds';

const VALUE: Record<Column, (runner: Runner) => number | null> = {
  length: ({ result }) => result?.length ?? null,
  expanded: ({ result }) => result?.expanded ?? null,
  generated: ({ result }) => result?.generated ?? null,
  peakOpen: ({ result }) => result?.peak_open ?? null,
  peakClosed: ({ result }) => result?.peak_closed ?? null,
  seconds: ({ result }) => result?.seconds ?? null,
};
const COLUMNS = Object.keys(VALUE) as Column[];

const sortedBy = signal<Column>('seconds');

/** The results of the lanes that have finished, solved ones first; the best of each column is marked. */
export function Results() {
  const finished = runners.value.map((runner, index) => ({ runner, index })).filter(({ runner }) => runner.result);
  if (finished.length === 0) return null;
  const solved = finished.filter(({ runner }) => runner.result!.length !== null);
  const best = Object.fromEntries(
    COLUMNS.map((column) => {
      const values = solved.map(({ runner }) => VALUE[column](runner)).filter((value) => value !== null);
      return [column, values.length > 1 ? Math.min(...values) : null];
    }),
  ) as Record<Column, number | null>;
  const rank = (runner: Runner) => (runner.result!.length === null ? 1 : 0);
  const value = (runner: Runner) => VALUE[sortedBy.value](runner) ?? Infinity;
  finished.sort((a, b) => rank(a.runner) - rank(b.runner) || value(a.runner) - value(b.runner));
  return (
    <section class="results" aria-labelledby="results-title">
      <h2 id="results-title">{texts.race.results}</h2>
      <div class="table-scroll" tabIndex={0} role="group" aria-label={texts.race.results}>
        <table class="data cards">
          <thead>
            <tr>
              <th scope="col">{texts.race.columns.lane}</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" aria-sort={sortedBy.value === column ? 'ascending' : undefined}>
                  <button
                    type="button"
                    title={texts.race.sortBy(texts.race.columns[column])}
                    onClick={() => (sortedBy.value = column)}
                  >
                    {texts.race.columns[column]}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {finished.map(({ runner, index }) => (
              <tr key={index} class={`series-${index + 1}`}>
                <td>
                  <span class="lane-cell">
                    <span class="lane-number" aria-hidden="true">
                      {index + 1}
                    </span>
                    {laneName(runner.lane)}
                  </span>
                </td>
                {COLUMNS.map((column) => {
                  const number = VALUE[column](runner);
                  const isBest = runner.result!.length !== null && number !== null && number === best[column];
                  return (
                    <td key={column} class={isBest ? 'best' : undefined} data-column={texts.race.columns[column]}>
                      {column === 'length' && runner.result!.proven && (
                        <span class="proven" title={texts.race.optimal}>
                          ✓<span class="visually-hidden"> {texts.race.optimal} </span>{' '}
                        </span>
                      )}
                      {column === 'seconds' ? formatSeconds(number) : formatCount(number)}
                      {isBest && <span class="visually-hidden"> ({texts.race.best})</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
