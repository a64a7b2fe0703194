import { computed, signal } from '@preact/signals';
import { Button, IconButton, Slider } from '../../components/controls';
import { ICONS } from '../../components/icons';
import { explainSolvability, isSolvable } from '../../puzzle/solvability';
import { NAMED_GOALS, exchange, namedGoal } from '../../puzzle/tiles';
import { current, goal, goalTiles, setBoard } from '../../state/store';
import { texts } from '../../texts';

const explanation = computed(() => explainSolvability(current.value, goalTiles.value));

/** The step that the reader chose, from 0; at first the one with the first inversion. */
const chosen = signal<number | null>(null);

const shown = computed(() => {
  const { steps } = explanation.value;
  const first = steps.findIndex(({ later }) => later.length > 0);
  return Math.min(chosen.value ?? Math.max(0, first), steps.length - 1);
});

const step = computed(() => explanation.value.steps[shown.value]!);

/** The tile that is compared with those after it. */
export const comparedTile = computed(() => step.value.tile);

/**
 * The tiles to exchange: those of the first inversion, or the last two tiles of a board without inversions.
 * Any two tiles would do.
 */
const exchanged = computed<readonly [number, number]>(() => {
  const pair = explanation.value.inversions[0];
  const [a, b] = pair ? [pair.first, pair.second] : current.value.tiles.filter((tile) => tile !== 0).slice(-2);
  return [Math.min(a!, b!), Math.max(a!, b!)];
});

/** The tiles of the inversions of the step that is shown. */
export const markedPair = computed<readonly number[]>(() => step.value.later);

/** Why no moves lead from the board to the goal, counted step by step. */
export function Unsolvable() {
  const { steps, evenWidth, blankRow, goalBlankRow, rowDistance } = explanation.value;
  const board = current.value;
  const say = texts.board.explain;
  const at = shown.value;
  const total = steps.at(-1)!.sum;
  const [a, b] = exchanged.value;
  const other = NAMED_GOALS.find((name) => name !== goal.value && isSolvable(board, namedGoal(name, board)));
  return (
    <section class="panel unsolvable" aria-labelledby="unsolvable-title">
      <h2 id="unsolvable-title">{say.title}</h2>
      <p>{evenWidth ? say.rule.even(board.width) : say.rule.odd(board.width)}</p>

      <h3>{say.countTitle}</h3>
      <p class="quiet small">{say.count}</p>
      <p class="inversion-row number" aria-hidden="true">
        {steps.map(({ tile }, index) => (
          <span
            key={tile}
            class={index === at ? 'now' : step.value.later.includes(tile) && index > at ? 'later' : index < at ? 'before' : undefined}
          >
            {tile}
          </span>
        ))}
      </p>
      <div class="step-row">
        <IconButton label={say.previous} icon={ICONS.stepBack} filled disabled={at === 0} onClick={() => (chosen.value = at - 1)} />
        <Slider
          label={say.position(at + 1, steps.length)}
          hideLabel
          min={0}
          max={steps.length - 1}
          value={at}
          text={say.position(at + 1, steps.length)}
          onInput={(value) => (chosen.value = value)}
        />
        <IconButton
          label={say.next}
          icon={ICONS.stepForward}
          filled
          disabled={at === steps.length - 1}
          onClick={() => (chosen.value = at + 1)}
        />
      </div>
      <p class="number" role="status">
        {say.step(step.value.tile, step.value.later)} <span class="quiet">{say.sum(step.value.sum)}</span>
      </p>
      <p>
        <strong>{say.total(total)}</strong>
      </p>

      <h3>{say.blankTitle}</h3>
      <p>{evenWidth ? say.blank(blankRow + 1, goalBlankRow + 1, rowDistance) : say.blankNot}</p>

      <h3>{say.resultTitle(3)}</h3>
      <p>{evenWidth ? say.resultEven(total, rowDistance) : say.resultOdd(total)}</p>
      <p class="quiet small">{say.remedy}</p>
      <div class="buttons">
        <Button
          primary
          label={say.exchange(a, b)}
          onClick={() => setBoard(exchange(board, board.tiles.indexOf(a), board.tiles.indexOf(b)), goal.value)}
        />
        {other && (
          <Button label={say.otherGoal(texts.board.goals[other])} onClick={() => (goal.value = other)} />
        )}
      </div>
    </section>
  );
}
