/** An algorithm as text: the cube follows the cursor. */

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { cube as texts } from '../../texts/cube';
import type { Turn } from './model/stickers';
import { formatTurns, parseAlgorithm } from './model/turns';

interface Props {
  side: number;
  /** The turns that the page has, which are turnsText if the text has others. */
  turns: readonly Turn[];
  /** Called with the turns, and the number of those before the cursor. */
  onTurns: (turns: readonly Turn[], at: number) => void;
}

export function AlgorithmField({ side, turns, onTurns }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const writtenTurns = read(text, side);
  const turnsText = formatTurns(turns);
  // While the text is wrong, the page has the turns before the error was made.
  const isOwn = writtenTurns === null || formatTurns(writtenTurns.map(({ turn }) => turn)) === turnsText;
  const value = isOwn ? text : turnsText;
  const follow = (field: HTMLInputElement) => {
    const now = read(field.value, side);
    setText(field.value);
    if (!now) return;
    const cursor = field.selectionStart ?? field.value.length;
    onTurns(
      now.map(({ turn }) => turn),
      now.filter(({ end }) => end <= cursor).length,
    );
  };
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onSelection = () => document.activeElement === input.current && input.current && follow(input.current);
    document.addEventListener('selectionchange', onSelection);
    return () => document.removeEventListener('selectionchange', onSelection);
  });
  return (
    <div class="field">
      <label for={id}>{texts.algorithm}</label>
      <input
        ref={input}
        id={id}
        class="input mono"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        placeholder="R U R' U'"
        value={value}
        aria-invalid={writtenTurns === null}
        aria-describedby={`${id}-help`}
        onInput={(event) => follow(event.currentTarget)}
      />
      <p id={`${id}-help`} class={writtenTurns === null ? 'error' : 'help'}>
        {writtenTurns === null ? texts.wrongAlgorithm : texts.algorithmHelp}
      </p>
    </div>
  );
}

/** The turns of a text; null if a sign is wrong, or the cube has no slice. */
function read(text: string, side: number) {
  const turns = parseAlgorithm(text);
  return turns?.some(({ turn }) => turn.layers === 'slice' && side === 2) ? null : turns;
}
