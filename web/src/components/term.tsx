/** Terms of the field in texts, each with its definition on hovering, focus and touch. */

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { terms } from '../texts/terms';

type TermName = keyof typeof terms.definitions;

/** The definition that is shown, and the place of its term. */
const definition = signal<{ owner: string; name: TermName; box: DOMRect } | null>(null);

/** A term, with the words of the text that name it. */
export function Term({ name, children }: { name: TermName; children: ComponentChildren }) {
  const id = useId();
  const show = (event: Event) => {
    definition.value = { owner: id, name, box: (event.currentTarget as Element).getBoundingClientRect() };
  };
  const hide = () => {
    if (definition.value?.owner === id) definition.value = null;
  };
  useEffect(() => hide, []);
  return (
    <button
      type="button"
      class="term"
      aria-describedby={`term-${name}`}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(event)}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={show}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
    </button>
  );
}

/** A text whose terms have definitions, each term at its first place. */
export function WithTerms({ text }: { text: string }) {
  const parts: ComponentChildren[] = [];
  const names = new Set<TermName>();
  let from = 0;
  for (const match of text.matchAll(terms.pattern)) {
    const name = terms.nameOf(match[0]);
    if (!name || names.has(name)) continue;
    names.add(name);
    parts.push(text.slice(from, match.index), <Term name={name}>{match[0]}</Term>);
    from = match.index + match[0].length;
  }
  return <>{[...parts, text.slice(from)]}</>;
}

/** The definitions for screen readers, and the one that is shown. A view with terms has it once. */
export function Definitions() {
  const now = definition.value;
  useEffect(() => {
    const hide = () => (definition.value = null);
    addEventListener('scroll', hide, { passive: true, capture: true });
    return () => removeEventListener('scroll', hide, { capture: true });
  }, []);
  const width = 288;
  return (
    <>
      <div hidden>
        {Object.entries(terms.definitions).map(([name, text]) => (
          <p key={name} id={`term-${name}`}>
            {text}
          </p>
        ))}
      </div>
      {now && (
        <div
          class="definition"
          role="tooltip"
          style={{
            maxWidth: `${width}px`,
            left: `${Math.max(8, Math.min(now.box.left, innerWidth - width - 8))}px`,
            ...(now.box.bottom > innerHeight - 140
              ? { bottom: `${innerHeight - now.box.top + 6}px` }
              : { top: `${now.box.bottom + 6}px` }),
          }}
        >
          {terms.definitions[now.name]}
        </div>
      )}
    </>
  );
}
