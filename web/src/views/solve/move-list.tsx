import { CopyButton } from '../../components/figures-table';
import { formatMove, formatMoves } from '../../puzzle/moves';
import { texts } from '../../texts';
import { at, intermediateGoal, solution } from './replay';

/** The moves of the solution as text; played moves are dark. */
export function MoveList() {
  const shown = solution.value;
  if (!shown || shown.moves.length === 0) return null;
  const goal = intermediateGoal.value;
  const next = shown.moves[at.value];
  return (
    <section class="moves-section" aria-labelledby="moves-title">
      <div class="section-head">
        <h2 id="moves-title">{texts.solve.moves}</h2>
        {goal && (
          <span class="badge">
            {goal.index < goal.of ? texts.solve.intermediate(goal.index + 1, goal.of) : texts.solve.intermediateDone}
          </span>
        )}
        <span class="spacer" />
        <CopyButton label={texts.solve.copyMoves} text={() => formatMoves(shown.moves)} />
      </div>
      <p class="moves mono">
        <span class="played">{formatMoves(shown.moves.slice(0, at.value))}</span>{' '}
        {next && <span class="next">{formatMove(next)}</span>} {formatMoves(shown.moves.slice(at.value + 1))}
      </p>
    </section>
  );
}
