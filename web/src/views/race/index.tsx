import { useEffect } from 'preact/hooks';
import { BoardDrawing } from '../../components/board';
import { Segments, Select } from '../../components/controls';
import { Definitions } from '../../components/term';
import { ShareButton } from '../../components/share';
import type { Engine } from '../../engine/protocol';
import { loadNames } from '../../state/choices';
import { isSolvable } from '../../puzzle/solvability';
import { current, goalTiles, parameter, setParameter, view } from '../../state/store';
import { texts } from '../../texts';
import { Chart } from './chart';
import { LaneSetup } from './lanes';
import { Live } from './live';
import { racing, runners, startRace, stopRace, threadCounts, threads } from './race';
import { Results } from './results';
import { Solutions } from './solutions';
import { followRecording, record, recording, recordings, stopRecording } from './steps';
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
  const mode: Mode = parameter('race', 'mode') === 'speed' ? 'speed' : 'step';
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
      <Definitions />
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
              choices={(['step', 'speed'] as const).map((value) => ({
                value,
                label: texts.race.modes[value],
                title: texts.race.modeHelp[value],
              }))}
              onChange={(value) => {
                stopRace();
                stopRecording();
                setParameter('race', 'mode', value === 'step' ? undefined : value);
              }}
            />
            <button type="button" class={busy ? 'button' : 'button primary'} disabled={!solvable} onClick={toggle}>
              {busy ? texts.common.cancel : texts.race.start}
            </button>
            <ShareButton />
            {mode === 'speed' && threadCounts.value.length > 0 && (
              <Select
                label={texts.solve.threads}
                value={String(threads.value)}
                choices={threadCounts.value.map((count) => ({ value: String(count), label: String(count) }))}
                disabled={busy}
                onChange={(count) => setParameter('race', 'threads', count === '1' ? undefined : count)}
              />
            )}
          </div>
          <p class="quiet small">{solvable ? texts.race.modeHelp[mode] : texts.solve.unsolvable}</p>
        </div>
      </section>
      {mode === 'step' ? (
        <>
          <Stepper />
          <Solutions
            solutions={recordings.value.flatMap(({ lane, end }, index) =>
              end?.moves ? [{ lane, index, moves: end.moves }] : [],
            )}
          />
        </>
      ) : (
        runners.value.length > 0 && (
          <>
            <Live />
            <Chart />
            <Results />
            <Solutions
              solutions={runners.value.flatMap(({ lane, result }, index) =>
                result?.moves ? [{ lane, index, moves: result.moves }] : [],
              )}
            />
          </>
        )
      )}
    </div>
  );
}
