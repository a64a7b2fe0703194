import { ProgressBar } from '../../components/controls';
import { formatCount, formatSeconds, formatShort } from '../../components/format';
import { algorithmLabel, heuristicLabel } from '../../state/choices';
import { algorithm } from '../../state/store';
import { texts } from '../../texts';
import { problem, progress, result } from './search';

/** Names and values; those that are not known are left out. */
function Facts({ facts }: { facts: readonly (readonly [string, string | null | undefined])[] }) {
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== null &&
          value !== undefined && [<dt key={`${name}-name`}>{name}</dt>, <dd key={`${name}-value`}>{value}</dd>],
      )}
    </dl>
  );
}

/** The search that is running. */
export function Running() {
  const now = progress.value;
  const rate = now && now.seconds > 0 ? now.expanded / now.seconds : null;
  return (
    <section class="panel outcome" aria-live="off">
      <h2>{texts.solve.running(algorithmLabel(algorithm.value))}</h2>
      <ProgressBar label={texts.solve.progress} value={now?.fraction ?? null} />
      <Facts
        facts={[
          [texts.solve.bound, formatCount(now?.bound)],
          [texts.solve.expanded, formatShort(now?.expanded)],
          [texts.solve.perSecond, formatShort(rate)],
          [texts.solve.open, now && now.open > 0 ? formatShort(now.open) : null],
          [texts.solve.closed, now && now.closed > 0 ? formatShort(now.closed) : null],
          [texts.solve.elapsed, formatSeconds(now?.seconds)],
        ]}
      />
    </section>
  );
}

/** The result of the last search, or an invitation. */
export function Outcome() {
  const found = result.value;
  if (problem.value) {
    return (
      <section class="panel outcome" role="status">
        <p>{problem.value}</p>
      </section>
    );
  }
  if (!found) return <p class="quiet small invitation">{texts.solve.invitation}</p>;
  return (
    <section class="panel outcome" role="status">
      <div class="section-head">
        <h2>{found.length === null ? texts.solve.status[found.status] : texts.common.moves(found.length)}</h2>
        {found.length !== null && (
          <span class={found.proven ? 'badge good' : 'badge warning'}>
            {found.proven ? texts.solve.optimal : texts.solve.notProven}
          </span>
        )}
      </div>
      {found.message && <p class="small">{found.message}</p>}
      <Facts
        facts={[
          [texts.solve.lowerBound, found.proven ? null : formatCount(found.lower_bound)],
          [texts.solve.expanded, formatCount(found.expanded)],
          [texts.solve.generated, formatCount(found.generated)],
          [texts.solve.reopened, found.reopened === undefined ? null : formatCount(found.reopened)],
          [texts.solve.peakOpen, found.peak_open === undefined ? null : formatCount(found.peak_open)],
          [texts.solve.peakClosed, found.peak_closed === undefined ? null : formatCount(found.peak_closed)],
          [texts.solve.seconds, formatSeconds(found.seconds)],
          [texts.solve.algorithm, found.algorithm && algorithmLabel(found.algorithm)],
          [texts.solve.heuristic, found.heuristic && heuristicLabel(found.heuristic)],
        ]}
      />
    </section>
  );
}
