import type { ComponentChildren } from 'preact';
import { speed } from '../state/settings';
import { texts } from '../texts';
import { IconButton, Select, Slider } from './controls';
import { ICONS } from './icons';

/** Play, pause, one step forward or back, any place, and the speed. */
export function ReplayControls(props: {
  at: number;
  length: number;
  playing: boolean;
  /** The place in words. */
  text: string;
  onGoTo: (index: number) => void;
  onStep: (by: 1 | -1) => void;
  onToggle: () => void;
  /** The choice of the pace, instead of the speed of the page. */
  children?: ComponentChildren;
}) {
  const { at, length } = props;
  return (
    <div class="replay" role="group" aria-label={texts.solve.replay}>
      <Slider
        label={texts.solve.position}
        hideLabel
        min={0}
        max={Math.max(1, length)}
        value={at}
        text={props.text}
        disabled={length === 0}
        onInput={props.onGoTo}
      />
      <div class="replay-buttons">
        <div class="replay-steps">
          <IconButton label={texts.solve.toStart} icon={ICONS.toStart} disabled={at === 0} onClick={() => props.onGoTo(0)} />
          <IconButton label={texts.solve.back} icon={ICONS.stepBack} filled disabled={at === 0} onClick={() => props.onStep(-1)} />
          <IconButton
            large
            label={props.playing ? texts.solve.pause : texts.solve.play}
            icon={props.playing ? ICONS.pause : ICONS.play}
            filled={!props.playing}
            disabled={length === 0}
            onClick={props.onToggle}
          />
          <IconButton
            label={texts.solve.forward}
            icon={ICONS.stepForward}
            filled
            disabled={at === length}
            onClick={() => props.onStep(1)}
          />
          <IconButton label={texts.solve.toEnd} icon={ICONS.toEnd} disabled={at === length} onClick={() => props.onGoTo(length)} />
        </div>
        {props.children ?? (
          <Select
            label={texts.solve.speed}
            hideLabel
            value={speed.value}
            choices={(['slow', 'normal', 'fast'] as const).map((value) => ({ value, label: texts.solve.speeds[value] }))}
            onChange={(value) => (speed.value = value)}
          />
        )}
      </div>
    </div>
  );
}
