import { useState } from 'preact/hooks';
import { Button } from '../../components/controls';
import { copyText } from '../../components/clipboard';
import { ICONS } from '../../components/icons';
import { formatMove, formatMoves } from '../../puzzle/moves';
import { texts } from '../../texts';
import { at, intermediateGoal, solution } from './replay';

/** The moves of the solution as text; played moves are dark. */
export function MoveList() {
  const [copied, setCopied] = useState<boolean | null>(null);
  const shown = solution.value;
  if (!shown || shown.moves.length === 0) return null;
  const goal = intermediateGoal.value;
  const next = shown.moves[at.value];
  const copy = async () => {
    setCopied(await copyText(formatMoves(shown.moves)));
    setTimeout(() => setCopied(null), 2000);
  };
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
        <Button
          label={copied === null ? texts.solve.copyMoves : copied ? texts.common.copied : texts.common.copyFailed}
          icon={copied ? ICONS.check : undefined}
          onClick={() => void copy()}
        />
      </div>
      <p class="moves mono">
        <span class="played">{formatMoves(shown.moves.slice(0, at.value))}</span>{' '}
        {next && <span class="next">{formatMove(next)}</span>} {formatMoves(shown.moves.slice(at.value + 1))}
      </p>
    </section>
  );
}
