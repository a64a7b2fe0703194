import { signal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { formatClock } from '../../components/format';
import { Button, Segments } from '../../components/controls';
import { ICONS } from '../../components/icons';
import type { Engine } from '../../engine/protocol';
import { sizeLabel } from '../../puzzle/tiles';
import { announce, goal, goalTiles, metric, parameter, setBoard, setParameter, start } from '../../state/store';
import { texts } from '../../texts';
import { best } from './records';
import { DIFFICULTIES, ruleOf, scramble, type Difficulty } from './scramble';

const busy = signal(false);
const problem = signal<string | null>(null);
const seedText = signal('');

function difficultyNow(): Difficulty {
  return DIFFICULTIES.find((name) => name === parameter('board', 'difficulty')) ?? 'random';
}

export function ScramblePanel({ engine }: { engine: Engine }) {
  const seedId = useId();
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const difficulty = difficultyNow();

  const run = async (seed?: number) => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    busy.value = true;
    problem.value = null;
    try {
      const scrambled = await scramble(engine, {
        goal: goal.value,
        goalBoard: goalTiles.value,
        metric: metric.value,
        difficulty,
        seed,
        signal: controller.signal,
      });
      // An answer for another view or after another request is dropped.
      if (controller.signal.aborted) return;
      seedText.value = String(scrambled.seed);
      setBoard(scrambled.board, goal.value);
      announce(texts.board.scrambled);
    } catch (error) {
      if (controller.signal.aborted) return;
      problem.value = texts.board.scrambleFailed(error instanceof Error ? error.message : String(error));
    } finally {
      if (abort.current === controller) busy.value = false;
    }
  };
  const seed = /^\d{1,9}$/.test(seedText.value.trim()) ? Number(seedText.value) : null;

  return (
    <section class="panel">
      <div class="scramble-row">
        <Button
          primary
          label={texts.board.scramble}
          icon={ICONS.shuffle}
          disabled={busy.value}
          onClick={() => void run()}
        />
        <form
          class="seed"
          onSubmit={(event) => {
            event.preventDefault();
            if (seed !== null) void run(seed);
          }}
        >
          <label for={seedId} class="quiet small">
            {texts.board.seed}
          </label>
          <input
            id={seedId}
            class="input number"
            inputMode="numeric"
            autocomplete="off"
            maxLength={9}
            title={texts.board.seedHelp}
            value={seedText.value}
            onInput={(event) => (seedText.value = event.currentTarget.value)}
          />
          <button type="submit" class="icon-button" aria-label={texts.board.useSeed} title={texts.board.useSeed} disabled={seed === null || busy.value}>
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={ICONS.check} />
            </svg>
          </button>
        </form>
      </div>
      <Segments
        label={texts.board.difficulty}
        value={difficulty}
        choices={DIFFICULTIES.map((value) => ({ value, label: texts.board.difficulties[value] }))}
        onChange={(value) => setParameter('board', 'difficulty', value === 'random' ? undefined : value)}
      />
      <p class="quiet small">{ruleText(difficulty)}</p>
      {best.value && (
        <p class="quiet small">
          {texts.board.best(sizeLabel(start.value), formatClock(best.value.seconds), best.value.excess)}
        </p>
      )}
      {problem.value && <p class="error">{problem.value}</p>}
    </section>
  );
}

function ruleText(difficulty: Difficulty): string {
  const rule = ruleOf(difficulty, goalTiles.value, metric.value);
  if (rule.kind === 'uniform') return texts.board.uniform;
  if (rule.kind === 'walk') return texts.board.walk(rule.max);
  return rule.max === Infinity ? texts.board.rangeFrom(rule.min) : texts.board.range(rule.min, rule.max);
}
