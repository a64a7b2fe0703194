/** The buttons, the scale and the keys that move through a recorded search. */

import { useEffect } from 'preact/hooks';
import { IconButton, Slider, Switch } from '../../components/controls';
import { ICONS } from '../../components/icons';
import { WithTerms } from '../../components/term';
import { explain as texts } from '../../texts/explain';
import type { Steps } from './model/player';

interface Props {
  steps: Steps;
  /** The first step. */
  first: number;
  at: number;
  /** The step in words. */
  text: string;
  /** True to step through successors; null if the steps have none. */
  detail: boolean | null;
  playing: boolean;
  /** Steps in a second. */
  speed: number;
  stages: boolean;
  /** True for the layout that fits a screen. */
  lecture: boolean;
  onMove: (at: number) => void;
  onDetail: (detail: boolean) => void;
  onLecture: (lecture: boolean) => void;
  onPlaying: (playing: boolean) => void;
  onSpeed: (speed: number) => void;
}

/** True if a key belongs to the element that has the focus. */
function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, select, textarea, button, summary, a, [role="button"], [role="application"]') !== null
  );
}

export function Transport(props: Props) {
  const { steps, first, at, text, playing, speed, onMove, onPlaying } = props;
  const detail = props.detail ?? false;
  const { last } = steps;
  const move = (to: number | null) => {
    if (to === null) return;
    onPlaying(false);
    onMove(to);
  };
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      onPlaying(false);
      return;
    }
    const timer = setTimeout(() => onMove(steps.next(at, detail)), 1000 / speed);
    return () => clearTimeout(timer);
  }, [playing, at, speed, detail, steps]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      // Arrows and letters do nothing on a button, a space and Enter press it.
      const onButton =
        event.target instanceof Element &&
        event.target.closest('button') !== null &&
        ![' ', 'Enter'].includes(event.key);
      if (takesKeys(event.target) && !onButton) return;
      const fine = detail || event.shiftKey;
      const actions: Record<string, () => void> = {
        ArrowRight: () => move(steps.next(at, fine)),
        ArrowLeft: () => move(steps.previous(at, fine)),
        Home: () => move(first),
        End: () => move(last),
        n: () => move(steps.nextMilestone(at)),
        p: () => move(steps.previousMilestone(at)),
        ' ': () => onPlaying(!playing),
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  const milestones = steps.hasMilestones;
  return (
    <section class="card transport" aria-label={texts.player}>
      <div class="transport-main">
        <div class="transport-buttons">
          <IconButton label={texts.first} icon={ICONS.toStart} disabled={at === first} onClick={() => move(first)} />
          {milestones && (
            <IconButton
              label={props.stages ? texts.previousStage : texts.previousMilestone}
              icon="M17 5l-7 7 7 7M6 5v14"
              disabled={steps.previousMilestone(at) === null}
              onClick={() => move(steps.previousMilestone(at))}
            />
          )}
          <IconButton
            label={texts.back}
            icon={ICONS.stepBack}
            disabled={at === first}
            onClick={() => move(steps.previous(at, detail))}
          />
          <IconButton
            large
            label={playing ? texts.pause : texts.play}
            icon={playing ? ICONS.pause : ICONS.play}
            filled={!playing}
            onClick={() => (at >= last && !playing ? (onMove(first), onPlaying(true)) : onPlaying(!playing))}
          />
          <IconButton
            label={texts.forward}
            icon={ICONS.stepForward}
            disabled={at >= last}
            onClick={() => move(steps.next(at, detail))}
          />
          {milestones && (
            <IconButton
              label={props.stages ? texts.nextStage : texts.nextMilestone}
              icon="M7 5l7 7-7 7M18 5v14"
              disabled={steps.nextMilestone(at) === null}
              onClick={() => move(steps.nextMilestone(at))}
            />
          )}
          <IconButton label={texts.last} icon={ICONS.toEnd} disabled={at >= last} onClick={() => move(last)} />
        </div>
        <div class="transport-scale">
          <Slider
            label={texts.scrub}
            hideLabel
            value={at}
            min={first}
            max={Math.max(first + 1, last)}
            text={text}
            onInput={(to) => move(to)}
          />
          <span class="quiet small transport-position"><WithTerms text={text} /></span>
        </div>
      </div>
      <div class="transport-options">
        {props.detail !== null && <Switch label={texts.detail} checked={detail} onChange={props.onDetail} />}
        <Switch label={texts.lecture} checked={props.lecture} onChange={props.onLecture} />
        <div class="transport-speed">
          <Slider
            label={texts.speed}
            value={Math.log2(speed)}
            min={-1}
            max={5}
            step={0.5}
            text={texts.perSecond(speed)}
            onInput={(value) => props.onSpeed(2 ** value)}
          />
        </div>
      </div>
    </section>
  );
}
