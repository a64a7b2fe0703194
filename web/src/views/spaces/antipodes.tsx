/** The farthest states, to be played. */

import { parseBoard } from '../../puzzle/notation';
import { asStep, setBoard, setParameter, view } from '../../state/store';
import { spaces as texts } from '../../texts/spaces';
import type { Space } from './catalogue';

interface AntipodesProps {
  space: Space;
  positions: string[] | null;
  count: number | null;
  radius: number | null;
  goalText: string | null;
}

export function Antipodes({ space, positions, count, radius, goalText }: AntipodesProps) {
  return (
    <section class="card stack spaces-antipodes" aria-labelledby="antipodes-title">
      <h2 id="antipodes-title">{texts.antipodes}</h2>
      {!positions || radius === null ? (
        <p class="quiet small">{texts.noAntipodes}</p>
      ) : (
        <>
          <p>
            {texts.antipodesLead(count ?? positions.length, radius)}{' '}
            {(count ?? 0) > positions.length && texts.antipodesSome(positions.length)}
          </p>
          <ul class="antipodes">
            {positions.map((position) => (
              <li key={position}>
                <button
                  type="button"
                  class={space.size ? 'antipode' : 'antipode wide mono'}
                  onClick={() => load(space, position, goalText)}
                >
                  <span class="visually-hidden">{space.size ? texts.load(position) : texts.loadCube(position)}</span>
                  {space.size ? (
                    <MiniBoard tiles={position} width={space.size.width} goal={goalText ?? ''} />
                  ) : (
                    <span aria-hidden="true">{position}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function MiniBoard({ tiles, width, goal: goalText }: { tiles: string; width: number; goal: string }) {
  const places = goalText.split(/\s+/);
  return (
    <span class="mini" style={{ gridTemplateColumns: `repeat(${width}, 1.35rem)` }} aria-hidden="true">
      {tiles.split(/\s+/).map((tile, cell) => (
        <span key={cell} class={tile === '0' ? undefined : places[cell] === tile ? 'mini-cell placed' : 'mini-cell'}>
          {tile === '0' ? '' : tile}
        </span>
      ))}
    </span>
  );
}

/** Shows an antipode in the view that plays its puzzle. */
function load(space: Space, position: string, goalText: string | null): void {
  asStep(() => take(space, position, goalText));
}

function take(space: Space, position: string, goalText: string | null): void {
  if (!space.size) {
    setParameter('cube', 'kind', space.name === 'cube2' ? 'cube2' : undefined);
    setParameter('cube', 'stickers', position);
    setParameter('cube', 'solution', undefined);
    setParameter('cube', 'at', undefined);
    view.value = 'cube';
    return;
  }
  const cells = space.size.width * space.size.height;
  const last = [...Array.from({ length: cells - 1 }, (_, i) => i + 1), 0].join(' ');
  const first = Array.from({ length: cells }, (_, i) => i).join(' ');
  setBoard(
    parseBoard(position, space.size),
    goalText === null || goalText === last ? 'blank-last' : goalText === first ? 'blank-first' : goalText,
  );
  view.value = 'board';
}
