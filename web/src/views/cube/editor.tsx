/** Entering a cube: a palette for the net, and a text. */

import { useId, useState } from 'preact/hooks';
import { cube as texts } from '../../texts/cube';
import { colourCounts, FACES, type Face } from './model/stickers';
import { readCube } from './model/text';

interface Props {
  stickers: string;
  side: number;
  colour: Face;
  onColour: (colour: Face) => void;
  onStickers: (stickers: string) => void;
}

export function Editor({ stickers, side, colour, onColour, onStickers }: Props) {
  const name = useId();
  const counts = colourCounts(stickers);
  return (
    <div class="stack">
      <fieldset class="field">
        <legend>{texts.palette}</legend>
        <div class="palette">
          {FACES.map((face) => {
            const label = texts.paletteCount(texts.colour[face] ?? face, counts[face], side * side);
            return (
              <label
                key={face}
                class={counts[face] === side * side ? 'palette-colour' : 'palette-colour wrong'}
                title={label}
              >
                <input
                  type="radio"
                  name={name}
                  checked={face === colour}
                  aria-label={label}
                  onChange={() => onColour(face)}
                />
                <span class={`palette-swatch colour-${face}`} aria-hidden="true">
                  {face}
                </span>
                <span class="palette-count" aria-hidden="true">
                  {counts[face]}
                </span>
              </label>
            );
          })}
        </div>
      </fieldset>
      <p class="quiet small">{texts.editHelp}</p>
      <CubeText stickers={stickers} side={side} onStickers={onStickers} />
    </div>
  );
}

function CubeText({ stickers, side, onStickers }: Pick<Props, 'stickers' | 'side' | 'onStickers'>) {
  const id = useId();
  const [text, setText] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readCube(text ?? stickers, side);
        setWrong(read === null);
        if (read === null) return;
        onStickers(read);
        setText(null);
      }}
    >
      <label for={id}>{texts.text}</label>
      <div class="cube-text">
        <input
          id={id}
          class="input mono"
          spellcheck={false}
          autocomplete="off"
          value={text ?? stickers}
          aria-invalid={wrong}
          aria-describedby={`${id}-help`}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button">
          {texts.apply}
        </button>
      </div>
      <p id={`${id}-help`} class={wrong ? 'error' : 'help'}>
        {wrong ? texts.wrongText : texts.textHelp}
      </p>
    </form>
  );
}
