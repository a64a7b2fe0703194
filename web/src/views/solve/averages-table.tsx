import { useEffect } from 'preact/hooks';
import { Button, ProgressBar } from '../../components/controls';
import { CopyButton, FiguresTable, csvOf, type Column } from '../../components/figures-table';
import { formatCount, formatSeconds } from '../../components/format';
import type { Engine } from '../../engine/protocol';
import { algorithmLabel, heuristicLabel } from '../../state/choices';
import { heuristic } from '../../state/store';
import { texts } from '../../texts';
import { ALGORITHMS, BOARDS, averageProblem, averages, averaging, inOrder, startAverages, stopAverages, type Average } from './averages';

const say = texts.solve;

const COLUMNS: readonly Column<Average>[] = [
  { name: say.algorithm, value: (row) => row.algorithm, shown: (row) => algorithmLabel(row.algorithm) },
  {
    name: say.heuristic,
    value: (row) => row.heuristic,
    shown: (row) => (row.heuristic === null ? texts.common.unknown : heuristicLabel(row.heuristic)),
  },
  { name: say.averages.boards, value: (row) => row.boards, shown: (row) => formatCount(row.boards) },
  { name: say.length, value: (row) => row.length, shown: (row) => row.length.toFixed(2) },
  { name: say.expanded, value: (row) => row.expanded, shown: (row) => formatCount(row.expanded) },
  { name: say.generated, value: (row) => row.generated, shown: (row) => formatCount(row.generated) },
  { name: say.seconds, value: (row) => row.seconds, shown: (row) => formatSeconds(row.seconds) },
];

/** Averages over random boards, started from the page. */
export function AveragesTable({ engine }: { engine: Engine }) {
  useEffect(() => stopAverages, []);
  const rows = inOrder(averages.value);
  // Databases would be built in every worker.
  const heuristicName = /^(auto|pdb:)/.test(heuristic.value) ? 'manhattan' : heuristic.value;
  const share = rows.reduce((sum, { boards }) => sum + boards, 0) / (ALGORITHMS.length * BOARDS);
  return (
    <section class="figures-section" aria-labelledby="averages-title">
      <div class="section-head">
        <h2 id="averages-title">{say.averages.title(BOARDS)}</h2>
        <span class="spacer" />
        {rows.length > 0 && <CopyButton label={texts.common.copyCsv} text={() => csvOf(COLUMNS, inOrder(averages.value))} />}
        <Button
          label={averaging.value ? texts.common.cancel : say.averages.run}
          onClick={() => (averaging.value ? stopAverages() : void startAverages(engine, heuristicName))}
        />
      </div>
      <p class="quiet small">{say.averages.about(heuristicLabel(heuristicName))}</p>
      {averaging.value && <ProgressBar label={say.averages.progress} value={share} />}
      {averageProblem.value && <p class="error">{averageProblem.value}</p>}
      {rows.length > 0 && <FiguresTable label={say.averages.title(BOARDS)} columns={COLUMNS} rows={rows} />}
    </section>
  );
}
