import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Button, Segments, Switch } from '../../components/controls';
import { ICONS } from '../../components/icons';
import { face, showPlaced, type Face } from '../../state/settings';
import { texts } from '../../texts';
import { choosePicture, picture } from './picture';

const problem = signal<string | null>(null);

export function Appearance() {
  const input = useRef<HTMLInputElement>(null);
  const choose = (value: Face) => {
    face.value = value;
    if (value === 'picture' && !picture.value) input.current?.click();
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      await choosePicture(file);
      problem.value = null;
    } catch {
      problem.value = texts.board.pictureFailed;
    }
  };
  return (
    <details class="panel">
      <summary>{texts.board.face}</summary>
      <div class="stack">
        <Segments
          label={texts.board.face}
          hideLabel
          value={face.value}
          choices={(['numbers', 'colours', 'picture'] as const).map((value) => ({
            value,
            label: texts.board.faces[value],
          }))}
          onChange={choose}
        />
        <input
          ref={input}
          class="visually-hidden"
          type="file"
          accept="image/*"
          tabIndex={-1}
          aria-label={texts.board.choosePicture}
          onChange={(event) => {
            void read(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        {face.value === 'picture' && (
          <div class="buttons">
            <Button label={texts.board.choosePicture} icon={ICONS.picture} onClick={() => input.current?.click()} />
            <span class="quiet small">{texts.board.pictureHelp}</span>
          </div>
        )}
        {problem.value && <p class="error">{problem.value}</p>}
        <Switch
          label={texts.board.placed}
          checked={showPlaced.value === 'on'}
          onChange={(on) => (showPlaced.value = on ? 'on' : 'off')}
        />
      </div>
    </details>
  );
}
