/** The place of the current board in a space. */

import { useEffect, useState } from 'preact/hooks';
import type { Engine } from '../../engine/protocol';
import { blankCell, boardText, sizeText } from '../../puzzle/tiles';
import { current, enginePlace, goal, goalTiles, setParameter } from '../../state/store';
import { spaces as texts } from '../../texts/spaces';
import { SPACES, type Space } from './catalogue';
import { percent, sum } from './scale';

export interface Here {
  depth: number | null;
  busy: boolean;
  message: string | null;
}

/** The distance of the current board, if the shown space contains it. */
export function useHere(engine: Engine, space: Space, metric: string, cell: number): Here {
  const [state, setState] = useState<Here & { key: string }>({ depth: null, busy: false, message: null, key: '' });
  const belongs = space.size !== null && sizeText(current.value) === space.name && blankCell(goalTiles.value) === cell;
  const request = belongs
    ? { board: boardText(current.value), size: space.name, goal: goal.value, metric, max_time: 20 }
    : null;
  const key = JSON.stringify(request);
  useEffect(() => {
    if (!request) return;
    const abort = new AbortController();
    setState({ depth: null, busy: true, message: null, key });
    engine.call('solve', request, { signal: abort.signal, lane: 'main' }).then(
      (result) => {
        if (abort.signal.aborted) return;
        const depth = result.status === 'solved' && result.proven ? result.length : null;
        setState({
          depth,
          busy: false,
          message:
            result.status === 'unsolvable' ? texts.hereUnsolvable : depth === null ? (result.message ?? null) : null,
          key,
        });
      },
      (error: unknown) =>
        !abort.signal.aborted &&
        setState({ depth: null, busy: false, message: error instanceof Error ? error.message : String(error), key }),
    );
    return () => abort.abort();
  }, [key, enginePlace.value]);
  if (!request) return { depth: null, busy: false, message: null };
  return state.key === key ? state : { depth: null, busy: true, message: null };
}

export function HereText({
  here,
  space,
  levels,
  boardSize,
}: {
  here: Here;
  space: Space;
  levels: readonly number[];
  boardSize: string;
}) {
  if (!space.size) return null;
  if (here.busy) return <p class="quiet small">{texts.hereWait}</p>;
  if (here.message !== null) return <p class="quiet small">{here.message}</p>;
  if (here.depth === null) return boardSize === space.name ? null : <Other boardSize={boardSize} />;
  const total = sum(levels);
  const nearer = sum(levels.slice(0, here.depth));
  return (
    <p>
      <strong>{texts.here(here.depth)}.</strong> {total > 0 && texts.hereShare(percent(nearer / total))}
    </p>
  );
}

/** The way to the space of the current board. */
function Other({ boardSize }: { boardSize: string }) {
  const title = boardSize.replace('x', '×');
  const isListed = SPACES.some(({ name }) => name === boardSize);
  return (
    <p class="quiet small">
      {texts.hereOther(title)}{' '}
      {isListed && (
        <button type="button" class="text-link" onClick={() => setParameter('spaces', 'space', boardSize)}>
          {texts.hereShow(title)}
        </button>
      )}
    </p>
  );
}
