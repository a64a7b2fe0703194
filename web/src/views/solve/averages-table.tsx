import { useEffect } from 'preact/hooks';
import { Button, ProgressBar } from '../../components/controls';
import { CopyButton, FiguresTable, csvOf, type Column } from '../../components/figures-table';
import { formatCount, formatSeconds } from '../../components/format';
import type { Engine } from '../../engine/protocol';
import { sizeLabel, sizeText } from '../../puzzle/tiles';
import { algorithmLabel, heuristicLabel } from '../../state/choices';
import { current, heuristic } from '../../state/store';
import { texts } from '../../texts';
import {
  BOARDS,
  LIMITS,
  algorithmsFor,
  averageProblem,
  averages,
  averaging,
  startAverages,
  stopAverages,
  type Average,
} from './averages';

const say = texts.solve;

const COLUMNS: readonly Column<Average>[] = [
  { name: say.algorithm, value: (row) => row.algorithm, shown: (row) => algorithmLabel(row.algorithm) },
  {
    name: say.heuristic,
    value: (row) => row.heuristic,
    shown: (row) => (row.heuristic === null ? texts.common.unknown : heuristicLabel(row.heuristic)),
  },
  { name: say.averages.boards, value: (row) => row.boards, shown: (row) => formatCount(row.boards) },
  { name: say.length, value: (row) => row.length, shown: (row) => row.length?.toFixed(2) ?? texts.common.unknown },
  { name: say.expanded, value: (row) => row.expanded, shown: (row) => formatCount(row.expanded) },
  { name: say.generated, value: (row) => row.generated, shown: (row) => formatCount(row.generated) },
  { name: say.seconds, value: (row) => row.seconds, shown: (row) => formatSeconds(row.seconds) },
];

/** Averages over random boards of the current size, started from the page. */
export function AveragesTable({ engine }: { engine: Engine }) {
  const { width, height } = current.value;
  const size = { width, height };
  useEffect(() => stopAverages, [width, height]);
  const rows = averages.value?.size === sizeText(size) ? averages.value.rows : [];
  const algorithms = algorithmsFor(size);
  const share = rows.reduce((sum, { searched }) => sum + searched, 0) / (algorithms.length * BOARDS);
  const names = algorithms.map(algorithmLabel);
  const incomplete = rows.some(({ searched, boards }) => boards < searched);
  return (
    <section class="figures-section" aria-labelledby="averages-title">
      <div class="section-head">
        <h2 id="averages-title">{say.averages.title(BOARDS, sizeLabel(size))}</h2>
        <span class="spacer" />
        {rows.length > 0 && <CopyButton label={texts.common.copyCsv} text={() => csvOf(COLUMNS, rows)} />}
        <Button
          label={averaging.value ? texts.common.cancel : say.averages.run}
          onClick={() => (averaging.value ? stopAverages() : void startAverages(engine, size, heuristic.value))}
        />
      </div>
      <p class="quiet small">{say.averages.about(names, LIMITS.max_time, LIMITS.memory / 2 ** 20)}</p>
      {averaging.value && <ProgressBar label={say.averages.progress} value={share} />}
      {averageProblem.value && <p class="error">{averageProblem.value}</p>}
      {rows.length > 0 && <FiguresTable label={say.averages.title(BOARDS, sizeLabel(size))} columns={COLUMNS} rows={rows} />}
      {incomplete && <p class="quiet small">{say.averages.incomplete}</p>}
    </section>
  );
}
