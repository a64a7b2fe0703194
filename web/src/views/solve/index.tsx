import { useEffect } from 'preact/hooks';
import { BoardDrawing } from '../../components/board';
import { Segments, Select } from '../../components/controls';
import { LiveDistance } from '../../components/live-distance';
import { ReplayControls } from '../../components/replay-controls';
import { SearchOptions } from '../../components/search-options';
import { Definitions } from '../../components/term';
import { ShareButton } from '../../components/share';
import type { Engine } from '../../engine/protocol';
import { about, loadNames, usesHeuristic } from '../../state/choices';
import { distance, followDistance } from '../../state/distance';
import { showPlaced } from '../../state/settings';
import { algorithm, enginePlace, goalTiles, heuristic, metric, setParameter, start, view } from '../../state/store';
import { texts } from '../../texts';
import { AllSolutions } from './all-solutions';
import { AveragesTable } from './averages-table';
import { MoveList } from './move-list';
import { Outcome, Running } from './outcome';
import {
  at,
  goTo,
  intermediateGoal,
  pace,
  playing,
  shownBoard,
  slideByHand,
  solution,
  startReplay,
  step,
  togglePlaying,
} from './replay';
import { RunsTable } from './runs-table';
import { abandon, cancel, result, run, running, workerCounts, workers } from './search';
import './solve-view.css';

export function SolveView({ engine }: { engine: Engine }) {
  useEffect(() => {
    loadNames(engine);
    const stops = [startReplay(), followDistance(engine, shownBoard), abandon];
    document.addEventListener('keydown', onKey);
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener('keydown', onKey);
    };
  }, [engine]);

  const board = shownBoard.value;
  const length = solution.value?.moves.length ?? 0;
  const place = texts.solve.at(at.value, length);
  const solvable = distance.value.solvable;
  return (
    <>
      <div class="play-view">
        <h1 class="visually-hidden">{texts.solve.title}</h1>
        <section class="play-main" style={{ '--ratio': board.width / board.height }}>
          <div class="statistics with-tool">
            <dl>
              <div>
                <dt>{texts.solve.moves}</dt>
                <dd>
                  {at.value}
                  <span class="of">{solution.value ? ` / ${length}` : ''}</span>
                </dd>
              </div>
              <div>
                <dt>{texts.solve.shownDistance}</dt>
                <dd>
                  <LiveDistance />
                </dd>
              </div>
            </dl>
            <ShareButton compact />
          </div>
          <BoardDrawing
            board={board}
            goal={goalTiles.value}
            showPlaced={showPlaced.value === 'on'}
            outlined={intermediateGoal.value?.cells}
            moveTime={playing.value ? Math.min(160, pace.value * 0.8) : undefined}
            onSlide={slideByHand}
          />
          <ReplayControls
            at={at.value}
            length={length}
            playing={playing.value}
            text={place}
            onGoTo={(index) => {
              playing.value = false;
              goTo(index);
            }}
            onStep={step}
            onToggle={togglePlaying}
          />
        </section>
        <div class="play-side">
          <section class="panel">
            <div class="fields">
              <SearchOptions
              size={start.value}
              algorithm={algorithm.value}
              heuristic={heuristic.value}
              withAuto
              disabled={running.value}
              onAlgorithm={(name) => (algorithm.value = name)}
              onHeuristic={(name) => (heuristic.value = name)}
            />
            {workerCounts.value.length > 0 && (
              <Select
                label={enginePlace.value === 'server' ? texts.solve.threads : texts.solve.workers}
                value={String(workers.value)}
                choices={workerCounts.value.map((count) => ({ value: String(count), label: String(count) }))}
                disabled={running.value}
                onChange={(count) => setParameter('solve', 'workers', count === '1' ? undefined : count)}
              />
            )}
            </div>
            <p class="quiet small">
              {about(algorithm.value)}{' '}
              {usesHeuristic(algorithm.value) && heuristic.value !== 'auto' && about(heuristic.value)}
            </p>
            <Segments
              label={texts.solve.metric}
              value={metric.value}
              choices={(['single', 'multi'] as const).map((value) => ({ value, label: texts.board.metrics[value] }))}
              onChange={(value) => (metric.value = value)}
            />
            {solvable ? (
              <button
                type="button"
                class={running.value ? 'button run' : 'button primary run'}
                onClick={() => (running.value ? cancel() : void run(engine))}
              >
                {running.value ? texts.common.cancel : texts.solve.run}
              </button>
            ) : (
              <>
                <p>{texts.solve.unsolvable}</p>
                <button type="button" class="button" onClick={() => (view.value = 'board')}>
                  {texts.solve.whyUnsolvable}
                </button>
              </>
            )}
          </section>
          {running.value ? <Running /> : <Outcome />}
        </div>
      </div>
      <MoveList />
      <RunsTable />
      {result.value?.proven && <AllSolutions engine={engine} />}
      <AveragesTable engine={engine} />
      <Definitions />
    </>
  );
}

/** Space plays, and arrow keys step through the solution, except in fields. */
function onKey(event: KeyboardEvent): void {
  const target = event.target as Element | null;
  if (event.ctrlKey || event.metaKey || event.altKey || !solution.value) return;
  if (target?.closest('input, select, textarea, button, a, summary')) return;
  if (event.key === ' ') togglePlaying();
  else if (event.key === 'ArrowRight') step(1);
  else if (event.key === 'ArrowLeft') step(-1);
  else if (event.key === 'Home') goTo(0);
  else if (event.key === 'End') goTo(Infinity);
  else return;
  event.preventDefault();
}
