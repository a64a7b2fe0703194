/** The solution as turns to step through. */

import { useEffect } from 'preact/hooks';
import { IconButton, Slider } from '../../components/controls';
import { ICONS } from '../../components/icons';
import { cube as texts } from '../../texts/cube';
import { formatTurn } from './model/turns';
import type { Turn } from './model/stickers';

interface Props {
  turns: readonly Turn[];
  at: number;
  playing: boolean;
  /** Turns in a second. */
  speed: number;
  onMove: (at: number) => void;
  onPlaying: (playing: boolean) => void;
  onSpeed: (speed: number) => void;
}

export function SolutionPlayer({ turns, at, playing, speed, onMove, onPlaying, onSpeed }: Props) {
  const last = turns.length;
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      onPlaying(false);
      return;
    }
    const timer = setTimeout(() => onMove(at + 1), at === 0 ? 350 : 1000 / speed);
    return () => clearTimeout(timer);
  }, [playing, at, last, speed]);
  const move = (to: number) => {
    onPlaying(false);
    onMove(Math.max(0, Math.min(last, to)));
  };
  return (
    <div class="stack" role="group" aria-label={texts.player}>
      <ol class="turn-list">
        {turns.map((turn, index) => (
          <li key={index}>
            <button
              type="button"
              class={index < at ? 'turn-chip done' : 'turn-chip'}
              aria-current={index + 1 === at ? 'step' : undefined}
              aria-label={texts.turnWords(formatTurn(turn), turn.quarters)}
              onClick={() => move(index + 1)}
            >
              {formatTurn(turn)}
            </button>
          </li>
        ))}
      </ol>
      <div class="cube-transport">
        <IconButton label={texts.first} icon={ICONS.toStart} disabled={at === 0} onClick={() => move(0)} />
        <IconButton label={texts.back} icon={ICONS.stepBack} disabled={at === 0} onClick={() => move(at - 1)} />
        <IconButton
          large
          label={playing ? texts.pause : texts.play}
          icon={playing ? ICONS.pause : ICONS.play}
          filled={!playing}
          onClick={() => {
            if (!playing && at >= last) onMove(0);
            onPlaying(!playing);
          }}
        />
        <IconButton label={texts.forward} icon={ICONS.stepForward} disabled={at >= last} onClick={() => move(at + 1)} />
        <IconButton label={texts.last} icon={ICONS.toEnd} disabled={at >= last} onClick={() => move(last)} />
      </div>
      <div class="cube-scales">
        <Slider
          label={texts.scrub}
          value={at}
          min={0}
          max={Math.max(1, last)}
          text={texts.position(at, last)}
          onInput={move}
        />
        <Slider
          label={texts.speed}
          value={Math.log2(speed)}
          min={-1}
          max={3}
          step={0.5}
          text={texts.perSecond(speed)}
          onInput={(value) => onSpeed(2 ** value)}
        />
      </div>
    </div>
  );
}
