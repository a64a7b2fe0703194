/** The panels beside the tree: pseudocode and reasons. */

import { WithTerms } from '../../components/term';
import type { TraceResult } from '../../engine/protocol';
import { explain as texts } from '../../texts/explain';
import type { Algorithm } from './model/algorithm';
import { activeLines, codeOf } from './model/code_lines';
import { reasons } from './model/reasons';
import type { Timeline } from './model/timeline';

export function Code({ timeline, at, algorithm }: { timeline: Timeline; at: number; algorithm: Algorithm }) {
  const active = activeLines(timeline, at, algorithm);
  return (
    <ol class="code" aria-label={texts.code}>
      {codeOf(algorithm).map((line, index) => {
        const current = line.name !== '' && active.has(line.name);
        return (
          <li key={index} class={current ? 'active' : undefined} aria-current={current ? 'step' : undefined}>
            <code style={{ paddingLeft: `${line.indent * 1.25}em` }}>{line.text || '\u00a0'}</code>
          </li>
        );
      })}
    </ol>
  );
}

export function Why({
  timeline,
  at,
  algorithm,
  trace,
}: {
  timeline: Timeline;
  at: number;
  algorithm: Algorithm;
  trace: TraceResult;
}) {
  const [first = '', ...rest] = reasons(timeline, at, algorithm, trace);
  return (
    <div class="why" aria-live="polite">
      <p class="why-first">
        <WithTerms text={first} />
      </p>
      {rest.map((sentence) => (
        <p key={sentence}>
          <WithTerms text={sentence} />
        </p>
      ))}
    </div>
  );
}
