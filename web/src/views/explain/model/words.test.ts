import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAlgorithm } from './algorithm';
import { buildTimeline } from './build';
import { activeLines, codeOf } from './code_lines';
import { nextFrame, nextMilestone, previousFrame, previousMilestone } from './player';
import { reasons } from './reasons';
import { readTraceFile } from './trace_file';

const folder = new URL('../fixtures/', import.meta.url);
const all = readdirSync(folder).map((name) => {
  const goals = name.startsWith('human')
    ? [
        [0, 1, 2],
        [3, 6],
        [4, 5, 7, 8],
      ]
    : undefined;
  const trace = readTraceFile(readFileSync(new URL(name, folder)), goals);
  return { name, trace, timeline: buildTimeline(trace), algorithm: parseAlgorithm(trace.algorithm) };
});

describe.each(all)('$name', ({ trace, timeline, algorithm }) => {
  it('has a line of pseudocode and a reason at every frame', () => {
    timeline.frames.forEach((frame, index) => {
      expect(activeLines(timeline, index, algorithm).size, `${frame.kind} at ${index}`).toBeGreaterThan(0);
      const words = reasons(timeline, index, algorithm, trace);
      expect(
        words.every((sentence) => sentence.endsWith('.')),
        words.join('|'),
      ).toBe(true);
      expect(words.length).toBeGreaterThan(0);
    });
  });
  it('has lines whose names differ', () => {
    const names = codeOf(algorithm)
      .map((line) => line.name)
      .filter((name) => name !== '');
    expect(new Set(names).size).toBe(names.length);
  });
  it('steps forward and back through the same frames', () => {
    for (const detail of [false, true]) {
      const visited = [0];
      for (let at = 0; at < timeline.frames.length - 1;) visited.push((at = nextFrame(timeline, at, detail)));
      const back = [timeline.frames.length - 1];
      for (let at = timeline.frames.length - 1; at > 0;) back.push((at = previousFrame(timeline, at, detail)));
      expect(back.reverse()).toEqual(visited);
    }
  });
});

describe('reasons of single frames', () => {
  const of = (name: string) => all.find((one) => one.name === name) ?? all[0]!;
  it('say why an IDA* successor was cut off', () => {
    const { timeline, algorithm, trace } = of('idastar-plain.trace');
    const index = timeline.frames.findIndex(
      (frame) => frame.kind === 'child' && timeline.nodes[frame.child]?.fate === 'pruned',
    );
    expect([...activeLines(timeline, index, algorithm)]).toEqual(['pruned']);
    expect(reasons(timeline, index, algorithm, trace)[1]).toMatch(/^Cut off: f = \d+ \+ \d+ = \d+ > 10, the bound/);
  });
  it('name the rule that breaks a tie', () => {
    const { timeline, algorithm, trace } = of('wastar-3.trace');
    const words = timeline.frames.map((_, index) => reasons(timeline, index, algorithm, trace).join(' '));
    expect(words.some((text) => text.includes('least on the open list') && text.includes('same value'))).toBe(true);
  });
  it('find iterations', () => {
    const { timeline } = of('idastar-plain.trace');
    expect(nextMilestone(timeline, 0)).toBe(timeline.milestones[1]);
    expect(previousMilestone(timeline, timeline.frames.length - 1)).toBe(timeline.milestones.at(-1));
  });
});
