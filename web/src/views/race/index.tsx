import { useEffect } from 'preact/hooks';
import { BoardDrawing } from '../../components/board';
import { Segments } from '../../components/controls';
import { ShareButton } from '../../components/share';
import type { Engine } from '../../engine/protocol';
import { loadNames } from '../../state/choices';
import { isSolvable } from '../../puzzle/solvability';
import { current, goalTiles, parameter, setParameter, view } from '../../state/store';
import { texts } from '../../texts';
import { Chart } from './chart';
import { LaneSetup } from './lanes';
import { Live } from './live';
import { racing, runners, startRace, stopRace } from './race';
import { Results } from './results';
import { followRecording, record, recording, stopRecording } from './steps';
import { Stepper } from './stepper';
import './race-view.css';

type Mode = 'speed' | 'step';

export function RaceView({ engine }: { engine: Engine }) {
  useEffect(() => {
    loadNames(engine);
    const stop = followRecording(engine);
    return () => {
      stop();
      stopRace();
      stopRecording();
    };
  }, [engine]);
  const mode: Mode = parameter('race', 'mode') === 'step' ? 'step' : 'speed';
  const busy = mode === 'speed' ? racing.value : recording.value;
  const solvable = isSolvable(current.value, goalTiles.value);
  const toggle = () => {
    if (mode === 'speed') {
      if (busy) stopRace();
      else void startRace(engine);
    } else if (busy) stopRecording();
    else void record(engine);
  };
  return (
    <div class="race-view">
      <h1 class="visually-hidden">{texts.race.title}</h1>
      <section class="race-setup">
        <div class="race-board">
          <BoardDrawing board={current.value} goal={goalTiles.value} label={texts.race.board} small />
          <button type="button" class="button" onClick={() => (view.value = 'board')}>
            {texts.race.otherBoard}
          </button>
        </div>
        <div class="race-options">
          <LaneSetup disabled={busy} />
          <div class="race-start">
            <Segments
              label={texts.race.mode}
              hideLabel
              value={mode}
              choices={(['speed', 'step'] as const).map((value) => ({
                value,
                label: texts.race.modes[value],
                title: texts.race.modeHelp[value],
              }))}
              onChange={(value) => {
                stopRace();
                stopRecording();
                setParameter('race', 'mode', value === 'speed' ? undefined : value);
              }}
            />
            <button type="button" class={busy ? 'button' : 'button primary'} disabled={!solvable} onClick={toggle}>
              {busy ? texts.common.cancel : mode === 'speed' ? texts.race.start : texts.race.record}
            </button>
            <ShareButton />
          </div>
          <p class="quiet small">{solvable ? texts.race.modeHelp[mode] : texts.solve.unsolvable}</p>
        </div>
      </section>
      {mode === 'step' ? (
        <Stepper />
      ) : (
        runners.value.length > 0 && (
          <>
            <Live />
            <Chart />
            <Results />
          </>
        )
      )}
    </div>
  );
}
