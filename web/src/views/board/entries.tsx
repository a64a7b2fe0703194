import { useEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../../components/figures-table';
import { formatClock } from '../../components/format';
import { ICONS, Icon } from '../../components/icons';
import type { Engine } from '../../engine/protocol';
import { addressReads, asStep, setParameter, view } from '../../state/store';
import { texts } from '../../texts';
import { dailyDay, dailyLink, dayOf, linkedDay, playDaily } from './daily';
import { optimum } from './game';
import { dailyResult } from './records';

const say = texts.board.entries;

/** The purpose of the page, and three ways to begin: the board of the day, a lesson, a race. */
export function Entries({ engine }: { engine: Engine }) {
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const play = (day: string) => void playDaily(engine, day, abort.current.signal).catch(() => undefined);
  const reads = addressReads.value;
  useEffect(() => {
    const day = linkedDay();
    if (day !== null && day !== dailyDay.value) play(day);
  }, [reads]);
  const day = dailyDay.value;
  const lastDay = useRef(day);
  useEffect(() => {
    // Another board is not the board of the day.
    if (lastDay.current !== null && day === null) setParameter('board', 'day', undefined);
    lastDay.current = day;
  }, [day]);
  const today = dayOf(new Date());
  const result = dailyResult(day ?? today);
  return (
    <section class="entries" aria-label={say.title}>
      <p class="lead">{say.lead}</p>
      <div class="entry-cards">
        <button type="button" class="entry" aria-pressed={day !== null} onClick={() => play(today)}>
          <Icon path={ICONS.board} />
          <span>
            <strong>{say.daily}</strong>
            <span class="quiet small">
              {day !== null ? say.par(day, optimum.value) : result ? say.played(result.moves, result.par) : say.dailyAbout}
            </span>
          </span>
        </button>
        <button
          type="button"
          class="entry"
          onClick={() =>
            asStep(() => {
              setParameter('explain', 'lesson', 'a-star/1');
              view.value = 'explain';
            })
          }
        >
          <Icon path={ICONS.explain} />
          <span>
            <strong>{say.lesson}</strong>
            <span class="quiet small">{say.lessonAbout}</span>
          </span>
        </button>
        <button type="button" class="entry" onClick={() => (view.value = 'race')}>
          <Icon path={ICONS.race} />
          <span>
            <strong>{say.race}</strong>
            <span class="quiet small">{say.raceAbout}</span>
          </span>
        </button>
      </div>
      {day !== null && result && (
        <div class="daily-result">
          <p>{say.result(day, result.moves, result.par, formatClock(result.seconds))}</p>
          <CopyButton
            label={say.copy}
            text={() => `${say.result(day, result.moves, result.par, formatClock(result.seconds))}\n${dailyLink(day)}`}
          />
        </div>
      )}
    </section>
  );
}
