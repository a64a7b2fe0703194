/** A space in numbers, and its levels as a table. */

import { spaces as texts } from '../../texts/spaces';
import { percent, statisticsOf, sum } from './scale';

interface FactsProps {
  levels: readonly number[];
  complete: boolean;
  seconds: number | null;
  engine: string | null;
  memory: number | null;
}

export function Facts({ levels, complete, seconds, engine, memory }: FactsProps) {
  const { facts } = texts;
  const values = statisticsOf(levels);
  const rows: [string, string][] = [
    [facts.total, values.total.toLocaleString('en')],
    ...(complete
      ? ([
          [facts.radius, String(Math.max(0, levels.length - 1))],
          [facts.mean, values.mean.toFixed(2)],
          [facts.median, String(values.median)],
          [facts.mode, String(Math.max(0, values.mode))],
        ] as [string, string][])
      : []),
    ...(seconds === null ? [] : ([[facts.seconds, texts.seconds(seconds)]] as [string, string][])),
    ...(engine === null ? [] : ([[facts.engine, engine]] as [string, string][])),
    ...(memory === null || memory === 0 ? [] : ([[facts.memory, texts.bytes(memory)]] as [string, string][])),
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

export function Levels({ levels }: { levels: readonly number[] }) {
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
