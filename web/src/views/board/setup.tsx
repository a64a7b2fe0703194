import { signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Button, Segments, Select } from '../../components/controls';
import { parseBoard } from '../../puzzle/notation';
import {
  LARGEST_SIDE,
  SMALLEST_SIDE,
  boardRows,
  goalBoard,
  goalText,
  namedGoal,
  sizeLabel,
  type Size,
} from '../../puzzle/tiles';
import { current, goal, goalTiles, metric, setBoard, start } from '../../state/store';
import { texts } from '../../texts';

const SIDES = Array.from({ length: LARGEST_SIDE - SMALLEST_SIDE + 1 }, (_, index) => {
  const side = String(SMALLEST_SIDE + index);
  return { value: side, label: side };
});

/** The text of an own goal while it is being written; null if the goal has a name. */
const ownGoal = signal<string | null>(null);
const goalProblem = signal<string | null>(null);

export function SetupPanel() {
  const goalId = useId();
  const size = start.value;
  const resize = (next: Size) => {
    const name = goal.value === 'blank-first' ? 'blank-first' : 'blank-last';
    ownGoal.value = null;
    setBoard(namedGoal(name, next), name);
  };
  const isNamed = goal.value === 'blank-last' || goal.value === 'blank-first';
  const kind = ownGoal.value !== null || !isNamed ? 'own' : goal.value;
  const writeGoal = (text: string) => {
    ownGoal.value = text;
    try {
      const board = parseBoard(text, start.value);
      goal.value = goalText(goalBoard(board.tiles.join(' '), start.value));
      goalProblem.value = null;
    } catch (error) {
      goalProblem.value = error instanceof Error ? error.message : String(error);
    }
  };
  const chooseGoal = (value: string) => {
    goalProblem.value = null;
    ownGoal.value = value === 'own' ? boardRows(goalTiles.value) : null;
    if (value !== 'own') goal.value = value;
  };

  return (
    <details class="panel">
      <summary>{texts.board.setup}</summary>
      <div class="stack">
        <div class="size-row">
          <Select
            label={texts.board.columns}
            value={String(size.width)}
            choices={SIDES}
            onChange={(value) => resize({ width: Number(value), height: size.height })}
          />
          <span class="times" aria-hidden="true">
            ×
          </span>
          <Select
            label={texts.board.rows}
            value={String(size.height)}
            choices={SIDES}
            onChange={(value) => resize({ width: size.width, height: Number(value) })}
          />
          <Select
            label={texts.board.goal}
            value={kind}
            choices={Object.entries(texts.board.goals).map(([value, label]) => ({ value, label }))}
            onChange={chooseGoal}
          />
        </div>
        {kind === 'own' && (
          <div class="field">
            <label for={goalId}>{`${texts.board.ownGoal} (${sizeLabel(size)})`}</label>
            <textarea
              id={goalId}
              class="input"
              rows={Math.min(6, size.height)}
              spellcheck={false}
              value={ownGoal.value ?? boardRows(goalTiles.value)}
              aria-invalid={goalProblem.value !== null}
              aria-describedby={`${goalId}-help`}
              onInput={(event) => writeGoal(event.currentTarget.value)}
            />
            <p id={`${goalId}-help`} class={goalProblem.value ? 'error' : 'help'} role="status">
              {goalProblem.value ?? texts.board.ownGoalHelp}
            </p>
            <div class="buttons">
              <Button label={texts.board.currentAsGoal} onClick={() => writeGoal(boardRows(current.value))} />
            </div>
          </div>
        )}
        <Segments
          label={texts.board.metric}
          value={metric.value}
          choices={(['single', 'multi'] as const).map((value) => ({
            value,
            label: texts.board.metrics[value],
            title: texts.board.metricHelp[value],
          }))}
          onChange={(value) => (metric.value = value)}
        />
        <p class="quiet small">{texts.board.metricHelp[metric.value]}</p>
      </div>
    </details>
  );
}
