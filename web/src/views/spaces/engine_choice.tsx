/** The choice between processor and graphics card. */

import { Select } from '../../components/controls';
import { spaces as texts } from '../../texts/spaces';
import { METHOD_CHOICES, type MethodChoice } from './method';
import type { FoundAdapter } from './use_adapter';

interface Props {
  choice: MethodChoice;
  adapter: FoundAdapter | null;
  onChange: (choice: MethodChoice) => void;
}

export function EngineChoice({ choice, adapter, onChange }: Props) {
  const missing = typeof adapter === 'string';
  const note = noteOf(choice, adapter);
  return (
    <>
      <Select
        label={texts.engine}
        value={missing && choice === 'webgpu' ? 'processor' : choice}
        choices={METHOD_CHOICES.map((value) => ({
          value,
          label: texts.engines[value],
          title: texts.engineHelp[value],
          disabled: value === 'webgpu' && missing,
        }))}
        onChange={onChange}
      />
      {note !== null && <p class="quiet small spaces-note">{note}</p>}
    </>
  );
}

function noteOf(choice: MethodChoice, adapter: FoundAdapter | null): string | null {
  if (adapter === 'not-secure') return texts.notSecure;
  if (adapter === 'no-webgpu') return texts.noWebGpu;
  if (adapter === 'no-adapter') return texts.noAdapter;
  return choice === 'webgpu' && adapter?.software ? texts.softwareAdapter(adapter.name) : null;
}
