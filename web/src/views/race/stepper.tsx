import { useEffect, useMemo } from 'preact/hooks';
import { BoardDrawing } from '../../components/board';
import { formatCount } from '../../components/format';
import { Select } from '../../components/controls';
import { ReplayControls } from '../../components/replay-controls';
import { WithTerms } from '../../components/term';
import { showPlaced } from '../../state/settings';
import { goalTiles, setParameter } from '../../state/store';
import { texts } from '../../texts';
import { laneName } from './race';
import { priority } from './priority';
import {
  DURATIONS,
  at,
  boardAt,
  duration,
  frameAt,
  goTo,
  isOver,
  isSolved,
  last,
  pace,
  playing,
  recording,
  recordings,
  startPlaying,
  togglePlaying,
  type Recording,
} from './steps';
import { sparkline } from './sparkline';

/** The recorded searches side by side, at a common step. */
export function Stepper() {
  useEffect(startPlaying, []);
  if (recording.value) return <p class="placeholder">{texts.race.recording}</p>;
  if (recordings.value.length === 0) return null;
  const text = texts.race.stepAt(at.value + 1, last.value + 1);
  return (
    <section class="stepper" aria-label={texts.race.modes.step}>
      <div class="stepper-controls">
        <p class="number">{text}</p>
        <ReplayControls
          at={at.value}
          length={last.value}
          playing={playing.value}
          text={text}
          onGoTo={goTo}
          onStep={(by) => goTo(at.value + by)}
          onToggle={togglePlaying}
        >
          <Select
            label={texts.race.duration}
            hideLabel
            value={duration.value}
            choices={DURATIONS.map((value) => ({ value, label: texts.race.durations[value] }))}
            onChange={(value) => setParameter('race', 'seconds', value === '30' ? undefined : value)}
          />
          <Select
            label={texts.race.pace}
            hideLabel
            value={pace.value}
            choices={(['log', 'linear'] as const).map((value) => ({ value, label: texts.race.scales[value] }))}
            onChange={(value) => setParameter('race', 'pace', value === 'log' ? undefined : value)}
          />
        </ReplayControls>
      </div>
      <div class="stepper-lanes">
        {recordings.value.map((recorded, index) => (
          <StepLane key={index} recorded={recorded} index={index} />
        ))}
      </div>
    </section>
  );
}

function StepLane({ recorded, index }: { recorded: Recording; index: number }) {
  const { frames, end, problem } = recorded;
  const line = useMemo(() => sparkline(frames), [frames]);
  const hasLists = useMemo(() => frames.some(({ step }) => step.open > 0), [frames]);
  if (problem) {
    return (
      <div class={`step-lane series-${index + 1}`}>
        <h2>{laneName(recorded.lane)}</h2>
        <p class="error">{problem}</p>
      </div>
    );
  }
  const step = at.value;
  const frame = frameAt(recorded, step);
  const over = isOver(recorded, step);
  const numbers: [string, string | null][] = [
    [texts.race.g, show(frame?.step.g)],
    [texts.race.h, show(frame?.step.h)],
    [texts.race.f, show(priority(recorded.lane.algorithm, frame?.step))],
    [texts.race.bound, frame?.bound == null ? null : show(frame.bound)],
    [texts.race.open, hasLists ? show(frame?.step.open) : null],
    [texts.race.closed, hasLists ? show(frame?.step.closed) : null],
  ];
  const share = frames.length > 1 ? Math.min(1, step / (frames.length - 1)) : 1;
  return (
    <div class={`step-lane series-${index + 1}`}>
      <div class="live-head">
        <span class="lane-number" aria-hidden="true">
          {index + 1}
        </span>
        <h2>{laneName(recorded.lane)}</h2>
      </div>
      <BoardDrawing
        board={boardAt(recorded, step)}
        goal={goalTiles.value}
        label={laneName(recorded.lane)}
        showPlaced={showPlaced.value === 'on'}
        moveTime={0}
        small
      />
      <dl>
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt>
              <WithTerms text={name} />
            </dt>
            <dd>{value ?? texts.common.unknown}</dd>
          </div>
        ))}
      </dl>
      <svg class="spark" viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={texts.race.spark}>
        <polyline points={line} />
        <line x1={100 * share} x2={100 * share} y1="0" y2="24" />
      </svg>
      <p class="small quiet" role="status">
        {over && end ? ending(recorded) : `${formatCount(Math.min(step, frames.length - 1) + 1)} ${texts.race.expanded}`}
      </p>
    </div>
  );
}

function show(value: number | undefined): string {
  return value === undefined || Number.isInteger(value) ? formatCount(value) : String(value);
}

function ending(recorded: Recording): string {
  const { end, frames, cut } = recorded;
  if (cut) return texts.race.cut(frames.length, formatCount(end!.expanded));
  if (!isSolved(recorded)) return end!.message ?? texts.race.notReached;
  const moves = (end!.moves ?? '').split(' ').filter(Boolean).length;
  return texts.race.reached(moves, formatCount(end!.expanded));
}
