import { formatClock } from '../../components/format';
import { LiveDistance } from '../../components/live-distance';
import { distance } from '../../state/distance';
import { played } from '../../state/store';
import { texts } from '../../texts';
import { isBest, justSolved, optimum, seconds } from './game';

/** Moves played, moves to go, time. */
export function Statistics() {
  return (
    <div class="statistics">
      <dl>
        <div>
          <dt>{texts.board.moves}</dt>
          <dd>{played.value}</dd>
        </div>
        <div>
          <dt>{texts.board.toGo}</dt>
          <dd>
            <LiveDistance />
          </dd>
        </div>
        <div>
          <dt>{texts.board.time}</dt>
          <dd>{formatClock(seconds.value)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** The comparison of the game with an optimal solution; empty without one. */
export function comparison(): string {
  const { bound, exact } = distance.value;
  const best = optimum.value;
  if (justSolved.value) {
    const time = formatClock(seconds.value);
    const result =
      best !== null && played.value === best
        ? texts.board.solvedOptimally(played.value, time)
        : texts.board.solved(played.value, time);
    return isBest.value ? `${result} ${texts.board.newBest}` : result;
  }
  if (played.value === 0 || !exact || bound === null || best === null) return '';
  return texts.board.detour(played.value + bound, best);
}
