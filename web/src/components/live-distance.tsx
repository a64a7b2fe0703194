import { useRef } from 'preact/hooks';
import { distance } from '../state/distance';
import { texts } from '../texts';

/** The distance to the goal, or a bound. During the search the last text stays. */
export function LiveDistance() {
  const { bound, exact, busy, solvable } = distance.value;
  const last = useRef('…');
  const text = !solvable
    ? texts.common.unknown
    : bound === null
      ? busy
        ? last.current
        : texts.common.unknown
      : exact
        ? String(bound)
        : texts.board.atLeast(bound);
  if (!busy) last.current = text;
  return (
    <span class={busy ? 'live-distance busy' : 'live-distance'} title={exact || !solvable ? undefined : texts.board.atLeastTitle}>
      {text}
    </span>
  );
}
