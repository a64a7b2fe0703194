import { useEffect, useState } from 'preact/hooks';
import { BoardDrawing } from '../../components/board';
import { ReplayControls } from '../../components/replay-controls';
import { parseMoves } from '../../puzzle/moves';
import { applyMoves, sameTiles } from '../../puzzle/tiles';
import { showPlaced, speed } from '../../state/settings';
import { current, goalTiles } from '../../state/store';
import type { Lane } from '../../state/url';
import { texts } from '../../texts';
import { laneName } from './race';

export interface LaneSolution {
  readonly lane: Lane;
  /** The number of the lane, from 0. */
  readonly index: number;
  readonly moves: string;
}

const PACE = { slow: 900, normal: 380, fast: 110 };

/** The solutions of the lanes, lanes move by move on boards side by side. */
export function Solutions({ solutions }: { solutions: readonly LaneSolution[] }) {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const lanes = solutions
    .map((solution) => ({ ...solution, moves: parseMoves(solution.moves) }))
    // A solution of an earlier board is not shown.
    .filter(({ moves }) => {
      const { board, illegal } = applyMoves(current.value, moves);
      return illegal === null && sameTiles(board, goalTiles.value);
    });
  const length = Math.max(0, ...lanes.map(({ moves }) => moves.length));
  useEffect(() => {
    if (!playing) return;
    if (at >= length) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setAt(at + 1), PACE[speed.value]);
    return () => clearTimeout(timer);
  }, [playing, at, length]);
  if (length === 0) return null;
  const goTo = (step: number) => {
    setPlaying(false);
    setAt(Math.min(Math.max(step, 0), length));
  };
  return (
    <section class="race-solutions" aria-labelledby="solutions-title">
      <h2 id="solutions-title">{texts.race.solutions}</h2>
      <div class="stepper-lanes">
        {lanes.map(({ lane, index, moves }) => {
          const shown = Math.min(at, moves.length);
          return (
            <div key={index} class={`step-lane series-${index + 1}`}>
              <div class="live-head">
                <span class="lane-number" aria-hidden="true">
                  {index + 1}
                </span>
                <h3>{laneName(lane)}</h3>
              </div>
              <BoardDrawing
                board={applyMoves(current.value, moves.slice(0, shown)).board}
                goal={goalTiles.value}
                label={laneName(lane)}
                showPlaced={showPlaced.value === 'on'}
                small
              />
              <p class="small quiet number">{texts.solve.at(shown, moves.length)}</p>
            </div>
          );
        })}
      </div>
      <div class="stepper-controls">
        <ReplayControls
          at={at}
          length={length}
          playing={playing}
          text={texts.solve.at(at, length)}
          onGoTo={goTo}
          onStep={(by) => goTo(at + by)}
          onToggle={() => {
            if (!playing && at >= length) setAt(0);
            setPlaying(!playing);
          }}
        />
      </div>
    </section>
  );
}
