import { signal, useComputed } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Button, Switch } from '../../components/controls';
import { NotationError, parseBoard } from '../../puzzle/notation';
import { boardRows, isDrawable, sizeLabel, type Board, type Size } from '../../puzzle/tiles';
import { current, setBoard } from '../../state/store';
import { texts } from '../../texts';

/** True while clicks exchange tiles instead of sliding them. */
export const exchanging = signal(false);

/** The text that is being written; null if the field shows the current board. */
const written = signal<string | null>(null);

/** Returns the board of a text; a board of unknown size may have the size of the current board. */
function read(text: string): { board: Board } | { problem: string; sizes: readonly Size[]; span: NotationError['span'] } {
  try {
    const board = parseBoard(text);
    if (!isDrawable(board)) return { problem: texts.board.tooLarge, sizes: [], span: null };
    return { board };
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    const shown = current.value;
    if (error.sizes.some(({ width, height }) => width === shown.width && height === shown.height)) {
      try {
        return { board: parseBoard(text, shown) };
      } catch {
        // The first error says more.
      }
    }
    return { problem: error.message, sizes: error.sizes.filter(isDrawable), span: error.span };
  }
}

export function EditPanel() {
  const id = useId();
  const outcome = useComputed(() => (written.value === null ? null : read(written.value)));
  const entry = outcome.value;
  const use = (board: Board) => {
    setBoard(board);
    written.value = null;
  };
  return (
    <details class="panel">
      <summary>{texts.board.edit}</summary>
      <div class="stack">
        <form
          class="field"
          onSubmit={(event) => {
            event.preventDefault();
            if (entry && 'board' in entry) use(entry.board);
          }}
        >
          <label for={id}>{texts.board.boardText}</label>
          <textarea
            id={id}
            class="input"
            rows={Math.min(10, Math.max(3, current.value.height))}
            spellcheck={false}
            autocomplete="off"
            value={written.value ?? boardRows(current.value)}
            aria-invalid={entry !== null && 'problem' in entry}
            aria-describedby={`${id}-help`}
            onInput={(event) => (written.value = event.currentTarget.value)}
          />
          <p id={`${id}-help`} class={entry && 'problem' in entry ? 'error' : 'help'} role="status">
            {entry && 'problem' in entry ? <Problem text={written.value ?? ''} {...entry} /> : texts.board.boardTextHelp}
          </p>
          <div class="buttons">
            <button type="submit" class="button" disabled={!entry || !('board' in entry)}>
              {texts.board.useBoard}
            </button>
            {entry &&
              'problem' in entry &&
              entry.sizes.map((size) => (
                <Button
                  key={sizeLabel(size)}
                  label={texts.board.asSize(sizeLabel(size))}
                  onClick={() => use(parseBoard(written.value ?? '', size))}
                />
              ))}
          </div>
        </form>
        <Switch label={texts.board.exchange} checked={exchanging.value} onChange={(on) => (exchanging.value = on)} />
      </div>
    </details>
  );
}

/** An error, with the part of the text that it means. */
function Problem({ text, problem, span }: { text: string; problem: string; span: NotationError['span'] }) {
  if (!span) return <>{problem}</>;
  const [from, to] = span;
  return (
    <>
      {problem}
      <code class="error-place" aria-hidden="true">
        {from > 12 && '…'}
        {text.slice(Math.max(0, from - 12), from)}
        <mark>{text.slice(from, to)}</mark>
        {text.slice(to, to + 12)}
        {to + 12 < text.length && '…'}
      </code>
    </>
  );
}
