import { ProgressBar } from '../../components/controls';
import { formatCount, formatPercent, formatSeconds, formatShort } from '../../components/format';
import { WithTerms } from '../../components/term';
import { useSecondsSince } from '../../components/use-seconds';
import { costOf } from '../../puzzle/moves';
import { algorithmLabel, heuristicLabel, usesHeuristic } from '../../state/choices';
import { algorithm, heuristic, metric } from '../../state/store';
import { texts } from '../../texts';
import { foundBy, solution } from './replay';
import { began, problem, progress, result, table } from './search';

/** Names and values, without unknown values. */
function Facts({ facts }: { facts: readonly (readonly [string, string | null | undefined])[] }) {
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== null &&
          value !== undefined && [
            <dt key={`${name}-name`}>
              <WithTerms text={name} />
            </dt>,
            <dd key={`${name}-value`}>{value}</dd>,
          ],
      )}
    </dl>
  );
}

/** The search that is running, or the table that is built for it. */
export function Running() {
  const now = progress.value;
  const seconds = useSecondsSince(began.value);
  if (!now) return <Preparation seconds={seconds} />;
  const rate = now.seconds > 0 ? now.expanded / now.seconds : null;
  return (
    <section class="panel outcome" aria-live="off">
      <h2>{texts.solve.running(algorithmLabel(algorithm.value))}</h2>
      <ProgressBar label={texts.solve.progress} value={now.fraction} />
      <Facts
        facts={[
          [texts.solve.bound, formatCount(now.bound)],
          [texts.solve.expanded, formatShort(now.expanded)],
          [texts.solve.perSecond, formatShort(rate)],
          [texts.solve.open, now.open > 0 ? formatShort(now.open) : null],
          [texts.solve.closed, now.closed > 0 ? formatShort(now.closed) : null],
          [texts.solve.elapsed, formatSeconds(now.seconds)],
        ]}
      />
    </section>
  );
}

function Preparation({ seconds }: { seconds: number }) {
  const built = table.value;
  const name = usesHeuristic(algorithm.value) && heuristic.value !== 'auto' ? heuristicLabel(heuristic.value) : null;
  return (
    <section class="panel outcome" aria-live="off">
      <h2>{texts.solve.preparing(algorithmLabel(algorithm.value))}</h2>
      <ProgressBar label={texts.solve.tableProgress} value={built?.share ?? null} />
      <Facts
        facts={[
          [texts.solve.heuristic, name],
          [texts.solve.table, built?.table],
          [texts.solve.done, built && formatPercent(built.share)],
          [texts.solve.elapsed, formatSeconds(seconds)],
        ]}
      />
    </section>
  );
}

/** The result of the last search, or an invitation. */
export function Outcome() {
  const outcome = result.value;
  const last = progress.value;
  const by = foundBy.value;
  if (problem.value) {
    return (
      <section class="panel outcome" role="status">
        <p>{problem.value}</p>
        {last && (
          <Facts
            facts={[
              [texts.solve.lowerBound, formatCount(last.bound)],
              [texts.solve.expanded, formatCount(last.expanded)],
              [texts.solve.generated, last.generated === null ? null : formatCount(last.generated)],
              [texts.solve.seconds, formatSeconds(last.seconds)],
            ]}
          />
        )}
      </section>
    );
  }
  if (!outcome && solution.value) {
    return (
      <section class="panel outcome" role="status">
        <h2>{texts.common.moves(costOf(solution.value.moves, metric.value))}</h2>
        <p class="small">{texts.solve.fromAddress}</p>
        <Facts
          facts={[
            [texts.solve.algorithm, by && algorithmLabel(by.algorithm)],
            [texts.solve.heuristic, by?.heuristic && heuristicLabel(by.heuristic)],
          ]}
        />
      </section>
    );
  }
  if (!outcome) return <p class="quiet small invitation">{texts.solve.invitation}</p>;
  return (
    <section class="panel outcome" role="status">
      <div class="section-head">
        <h2>{outcome.length === null ? texts.solve.status[outcome.status] : texts.common.moves(outcome.length)}</h2>
        {outcome.length !== null && (
          <span class={outcome.proven ? 'badge good' : 'badge warning'}>
            {outcome.proven ? texts.solve.optimal : texts.solve.notProven}
          </span>
        )}
      </div>
      {outcome.message && <p class="small">{outcome.message}</p>}
      <Facts
        facts={[
          [texts.solve.lowerBound, outcome.proven ? null : formatCount(outcome.lower_bound)],
          [texts.solve.expanded, formatCount(outcome.expanded)],
          [texts.solve.generated, formatCount(outcome.generated)],
          [texts.solve.reopened, outcome.reopened === undefined ? null : formatCount(outcome.reopened)],
          [texts.solve.peakOpen, outcome.peak_open === undefined ? null : formatCount(outcome.peak_open)],
          [texts.solve.peakClosed, outcome.peak_closed === undefined ? null : formatCount(outcome.peak_closed)],
          [texts.solve.seconds, formatSeconds(outcome.seconds)],
          [texts.solve.algorithm, outcome.algorithm && algorithmLabel(outcome.algorithm)],
          [texts.solve.heuristic, outcome.heuristic && heuristicLabel(outcome.heuristic)],
        ]}
      />
    </section>
  );
}
