import { formatCount, formatPercent, formatSeconds, formatShort } from '../../components/format';
import { WithTerms } from '../../components/term';
import { texts } from '../../texts';
import { laneName, runners, type Runner } from './race';

/** The lanes as they run: a bar of the states expanded, and the numbers of the search. */
export function Live() {
  const max = Math.max(1, ...runners.value.map(expandedOf));
  return (
    <section class="live" aria-label={texts.race.presets}>
      {runners.value.map((runner, index) => (
        <LiveLane key={index} runner={runner} index={index} max={max} />
      ))}
    </section>
  );
}

function expandedOf({ result, progress }: Runner): number {
  return result?.expanded ?? progress?.expanded ?? 0;
}

function LiveLane({ runner, index, max }: { runner: Runner; index: number; max: number }) {
  const { progress, result } = runner;
  const say = texts.race.live;
  const bound = result ? (result.length ?? result.lower_bound) : (progress?.bound || null);
  const open = result?.peak_open ?? progress?.open ?? 0;
  const closed = result?.peak_closed ?? progress?.closed ?? 0;
  const numbers: [string, string][] = [
    [result?.length != null ? texts.race.columns.length : say.bound, formatCount(bound)],
    [say.expanded, formatShort(expandedOf(runner))],
    [say.generated, formatShort(result?.generated ?? (progress?.generated || null))],
    [say.open, open > 0 ? formatShort(open) : texts.common.unknown],
    [say.closed, closed > 0 ? formatShort(closed) : texts.common.unknown],
    [say.time, formatSeconds(result?.seconds ?? progress?.seconds ?? runner.table?.seconds ?? 0)],
  ];
  return (
    <div class={`live-lane series-${index + 1} ${runner.state}`}>
      <div class="live-head">
        <span class="lane-number" aria-hidden="true">
          {index + 1}
        </span>
        <h2>{laneName(runner.lane)}</h2>
        <Status runner={runner} />
      </div>
      <div class="bar">
        <div style={{ transform: `scaleX(${Math.max(0.002, expandedOf(runner) / max)})` }} />
      </div>
      <dl>
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt>
              <WithTerms text={name} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {runner.state === 'starting' && runner.table && (
        <p class="small quiet">{texts.common.table(runner.table.table, formatPercent(runner.table.share))}</p>
      )}
      {runner.problem && <p class="error">{runner.problem}</p>}
    </div>
  );
}

function Status({ runner: { state, result } }: { runner: Runner }) {
  if (state === 'starting') return <span class="badge">{texts.race.starting}</span>;
  if (state === 'searching') return <span class="badge">{texts.race.searching}</span>;
  if (state === 'cancelled') return <span class="badge">{texts.race.cancelled}</span>;
  if (!result) return null;
  if (result.length === null) {
    return <span class="badge warning">{result.status === 'stopped' ? texts.race.stopped(result.lower_bound) : texts.solve.status[result.status]}</span>;
  }
  return result.proven ? (
    <span class="badge good">{texts.race.optimal}</span>
  ) : (
    <span class="badge warning">{texts.solve.notProven}</span>
  );
}
