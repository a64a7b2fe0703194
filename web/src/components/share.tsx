import { useState } from 'preact/hooks';
import { shareLink } from '../state/store';
import { texts } from '../texts';
import { copyText } from './clipboard';
import { Button, IconButton } from './controls';
import { ICONS } from './icons';

/** Copies the address of the page as it stands. */
export function ShareButton({ compact }: { compact?: boolean }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const label = {
    idle: texts.board.share,
    copied: texts.board.linkCopied,
    failed: texts.common.copyFailed,
  }[state];
  const copy = async () => {
    setState((await copyText(shareLink())) ? 'copied' : 'failed');
    setTimeout(() => setState('idle'), 2000);
  };
  const icon = state === 'copied' ? ICONS.check : ICONS.link;
  return (
    <>
      {compact ? (
        <IconButton label={label} icon={icon} onClick={() => void copy()} />
      ) : (
        <Button label={label} icon={icon} onClick={() => void copy()} />
      )}
      <span class="visually-hidden" role="status">
        {state === 'idle' ? '' : label}
      </span>
    </>
  );
}
