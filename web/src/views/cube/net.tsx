/** The cube as an unfolded net; in editing, stickers are buttons that take the chosen colour. */

import { useRef, useState } from 'preact/hooks';
import { cube as texts } from '../../texts/cube';
import { FACES, type Face } from './model/stickers';

interface Props {
  stickers: string;
  side: number;
  label: string;
  /** Called with a sticker and a colour; null for the chosen one. */
  onPaint: ((index: number, colour: Face | null) => void) | null;
}

/** Row and column of each face in the net, in faces. */
const AT: Record<Face, readonly [number, number]> = {
  U: [0, 1],
  L: [1, 0],
  F: [1, 1],
  R: [1, 2],
  B: [1, 3],
  D: [2, 1],
};

export function Net({ stickers, side, label, onPaint }: Props) {
  const [focus, setFocus] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const cells = FACES.flatMap((face, number) =>
    Array.from({ length: side * side }, (_, place) => {
      const [row, column] = AT[face];
      const index = number * side * side + place;
      return {
        face,
        place,
        index,
        row: row * side + Math.floor(place / side),
        column: column * side + (place % side),
        colour: (stickers[index] ?? 'U') as Face,
      };
    }),
  );
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step: Record<string, readonly [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const direction = step[event.key];
    const colour = FACES.find((face) => face === event.key.toUpperCase());
    if (direction) {
      const from = cells[index];
      // The next sticker in this direction, over gaps of the net.
      for (let far = 1; from && far <= 4 * side; far++) {
        const next = cells.find(
          ({ row, column }) => row === from.row + far * direction[0] && column === from.column + far * direction[1],
        );
        if (!next) continue;
        grid.current?.querySelector<HTMLElement>(`[data-sticker="${next.index}"]`)?.focus();
        break;
      }
    } else if (colour && onPaint && !event.ctrlKey && !event.metaKey) onPaint(index, colour);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="net" role="group" aria-label={label} ref={grid} style={{ '--side': side }}>
      {cells.map(({ face, place, index, row, column, colour }) => {
        const name = texts.sticker(texts.face[face] ?? face, place + 1, texts.colour[colour] ?? colour);
        const style = { gridRow: row + 1 + Math.floor(row / side), gridColumn: column + 1 + Math.floor(column / side) };
        const middle = side === 3 && place === 4;
        const content = middle || (side === 2 && place === 0) ? <span aria-hidden="true">{face}</span> : null;
        return onPaint ? (
          <button
            key={index}
            type="button"
            class={`sticker colour-${colour}`}
            style={style}
            data-sticker={index}
            tabIndex={index === focus ? 0 : -1}
            aria-label={name}
            onFocus={() => setFocus(index)}
            onClick={() => onPaint(index, null)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {content}
          </button>
        ) : (
          <div key={index} class={`sticker colour-${colour}`} style={style} aria-hidden="true">
            {content}
          </div>
        );
      })}
      {!onPaint && (
        <ul class="visually-hidden">
          {FACES.map((face, number) => (
            <li key={face}>
              {texts.face[face]}:{' '}
              {[...stickers.slice(number * side * side, (number + 1) * side * side)]
                .map((colour) => texts.colour[colour])
                .join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
