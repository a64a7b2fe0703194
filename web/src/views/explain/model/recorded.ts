/** A trace of an algorithm or a puzzle that the page does not model: the expansions as they are recorded. */

import type { TraceResult } from '../../../engine/protocol';
import { TimelineBuilder, type Timeline } from './timeline';

export function recorded(trace: TraceResult): Timeline {
  const build = new TimelineBuilder();
  const nodeOfStep: number[] = [];
  trace.steps.forEach((step, number) => {
    if (step.kind === 'iteration' || step.kind === 'intermediate_goal') {
      build.tree++;
      build.frame(step.kind === 'iteration' ? 'iteration' : 'stage', number, { value: step.value });
      return;
    }
    if (step.kind === 'solution') {
      build.frame('solution', number, { value: step.value });
      return;
    }
    const { g, h, f, move, backward, open, closed } = step;
    const parent = step.parent === null ? null : (nodeOfStep[step.parent] ?? null);
    const node = build.add({ parent, move, board: step.board ?? '', g, h, f, backward, fate: 'root' });
    node.expanded = build.now;
    nodeOfStep[number] = node.id;
    build.frame('choose', number, { node: node.id, open, closed });
  });
  if (trace.end) {
    const last = Math.max(0, trace.steps.length - 1);
    build.frame('end', last, { node: build.nodes.at(-1)?.id ?? -1, value: trace.end.expanded });
  }
  return build.finish(false);
}
