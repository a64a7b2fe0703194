import { Button } from '../../components/controls';
import { CopyButton, FiguresTable, csvOf, type Column } from '../../components/figures-table';
import { formatCount, formatSeconds } from '../../components/format';
import { algorithmLabel, heuristicLabel } from '../../state/choices';
import { texts } from '../../texts';
import { removeRuns, runs, type Run } from './runs';

const say = texts.solve;

const COLUMNS: readonly Column<Run>[] = [
  { name: say.algorithm, value: (run) => run.algorithm, shown: (run) => algorithmLabel(run.algorithm) },
  {
    name: say.heuristic,
    value: (run) => run.heuristic,
    shown: ({ heuristic }) => (heuristic === null ? texts.common.unknown : heuristicLabel(heuristic)),
  },
  { name: say.threads, value: (run) => run.threads, shown: (run) => formatCount(run.threads) },
  {
    name: say.length,
    value: (run) => run.length,
    shown: ({ length, proven }) => `${formatCount(length)}${proven ? ' ✓' : ''}`,
  },
  { name: say.expanded, value: (run) => run.expanded, shown: (run) => formatCount(run.expanded) },
  { name: say.generated, value: (run) => run.generated, shown: (run) => formatCount(run.generated) },
  { name: say.seconds, value: (run) => run.seconds, shown: (run) => formatSeconds(run.seconds) },
];

/** The searches that ran on this board. */
export function RunsTable() {
  const shown = runs.value;
  if (shown.length === 0) return null;
  return (
    <section class="figures-section" aria-labelledby="runs-title">
      <div class="section-head">
        <h2 id="runs-title">{say.runs.title}</h2>
        <span class="spacer" />
        <CopyButton label={texts.common.copyCsv} text={() => csvOf(COLUMNS, runs.value)} />
        <Button label={say.runs.remove} onClick={removeRuns} />
      </div>
      <FiguresTable label={say.runs.title} columns={COLUMNS} rows={shown} />
    </section>
  );
}
