/** The buttons, the scale and the keys that move through a recorded search. */

import { useEffect } from 'preact/hooks';
import { IconButton, Slider, Switch } from '../../components/controls';
import { ICONS } from '../../components/icons';
import { explain as texts } from '../../texts/explain';
import { expansionOf, nextFrame, nextMilestone, previousFrame, previousMilestone } from './model/player';
import type { Timeline } from './model/timeline';

interface Props {
  timeline: Timeline;
  at: number;
  detail: boolean;
  playing: boolean;
  /** Steps in a second. */
  speed: number;
  stages: boolean;
  onMove: (at: number) => void;
  onDetail: (detail: boolean) => void;
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
  const { timeline, at, detail, playing, speed, onMove, onPlaying } = props;
  const last = timeline.frames.length - 1;
  const [expansion, all] = expansionOf(timeline, at);
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
    const timer = setTimeout(() => onMove(nextFrame(timeline, at, detail)), 1000 / speed);
    return () => clearTimeout(timer);
  }, [playing, at, speed, detail, timeline]);
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
        ArrowRight: () => move(nextFrame(timeline, at, fine)),
        ArrowLeft: () => move(previousFrame(timeline, at, fine)),
        Home: () => move(0),
        End: () => move(last),
        n: () => move(nextMilestone(timeline, at)),
        p: () => move(previousMilestone(timeline, at)),
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
  const milestones = timeline.milestones.length > 1;
  return (
    <section class="card transport" aria-label={texts.player}>
      <div class="transport-main">
        <div class="transport-buttons">
          <IconButton label={texts.first} icon={ICONS.toStart} disabled={at === 0} onClick={() => move(0)} />
          {milestones && (
            <IconButton
              label={props.stages ? texts.previousStage : texts.previousMilestone}
              icon="M17 5l-7 7 7 7M6 5v14"
              disabled={previousMilestone(timeline, at) === null}
              onClick={() => move(previousMilestone(timeline, at))}
            />
          )}
          <IconButton
            label={texts.back}
            icon={ICONS.stepBack}
            disabled={at === 0}
            onClick={() => move(previousFrame(timeline, at, detail))}
          />
          <IconButton
            large
            label={playing ? texts.pause : texts.play}
            icon={playing ? ICONS.pause : ICONS.play}
            filled={!playing}
            onClick={() => (at >= last && !playing ? (onMove(0), onPlaying(true)) : onPlaying(!playing))}
          />
          <IconButton
            label={texts.forward}
            icon={ICONS.stepForward}
            disabled={at >= last}
            onClick={() => move(nextFrame(timeline, at, detail))}
          />
          {milestones && (
            <IconButton
              label={props.stages ? texts.nextStage : texts.nextMilestone}
              icon="M7 5l7 7-7 7M18 5v14"
              disabled={nextMilestone(timeline, at) === null}
              onClick={() => move(nextMilestone(timeline, at))}
            />
          )}
          <IconButton label={texts.last} icon={ICONS.toEnd} disabled={at >= last} onClick={() => move(last)} />
        </div>
        <div class="transport-scale">
          <Slider
            label={texts.scrub}
            hideLabel
            value={at}
            min={0}
            max={Math.max(1, last)}
            text={texts.position(expansion, all)}
            onInput={(to) => move(to)}
          />
          <span class="quiet small transport-position">{texts.position(expansion, all)}</span>
        </div>
      </div>
      <div class="transport-options">
        <Switch label={texts.detail} checked={detail} onChange={props.onDetail} />
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
