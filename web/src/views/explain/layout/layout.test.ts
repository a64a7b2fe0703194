import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildTimeline } from '../model/build';
import { readTraceFile } from '../model/trace_file';
import { pathTo } from '../model/timeline';
import { downwards, larger, sideways } from './orientation';
import { tidy, type Placed } from './tidy';
import { visibleTree } from './visible';

const children = new Map<number, number[]>([
  [0, [1, 2, 3]],
  [1, [4, 5]],
  [3, [6, 7, 8]],
  [5, [9]],
]);
const placed = tidy({ root: 0, children: (id) => children.get(id) ?? [] });
const at = (id: number): Placed => placed.find((node) => node.id === id) ?? { id, x: NaN, y: NaN };

describe('a tidy tree', () => {
  it('centres a parent above its children', () => {
    expect(at(0).x).toBeCloseTo((at(1).x + at(3).x) / 2);
    expect(at(3).x).toBeCloseTo(at(7).x);
  });
  it('separates nodes of one level', () => {
    for (const a of placed)
      for (const b of placed) if (a.id < b.id && a.y === b.y) expect(Math.abs(a.x - b.x)).toBeGreaterThanOrEqual(1);
  });
  it('puts every node on the line of its depth', () => {
    expect([0, 1, 5, 9].map((id) => at(id).y)).toEqual([0, 1, 2, 3]);
  });
});

describe('a tree in pixels', () => {
  const size = { width: 45, height: 62, column: 64, row: 92 };
  const box = { width: 700, height: 400 };
  const chain = Array.from({ length: 22 }, (_, id) => ({ id, x: 0, y: id }));
  const fan = Array.from({ length: 12 }, (_, id) => ({ id, x: id, y: 1 }));
  it('grows to the right if it is deep', () => {
    expect(larger(chain, size, box)).toBe('right');
    expect(larger(fan, size, box)).toBe('down');
  });
  it('separates its nodes within its extent', () => {
    for (const make of [downwards, sideways]) {
      const { extent, corner } = make(placed, size);
      const corners = placed.map(corner);
      for (const [i, { x, y }] of corners.entries()) {
        expect(x + size.width).toBeLessThanOrEqual(extent.width);
        expect(y + size.height).toBeLessThanOrEqual(extent.height);
        for (const other of corners.slice(0, i)) {
          expect(Math.abs(other.x - x) >= size.width || Math.abs(other.y - y) >= size.height).toBe(true);
        }
      }
    }
  });
});

describe('the visible part of a large tree', () => {
  const trace = readTraceFile(readFileSync(new URL('../fixtures/nayak-huang.trace', import.meta.url)));
  const timeline = buildTimeline(trace);
  it('has the path to the current node, its siblings and its children at every frame', () => {
    for (let frame = 0; frame < timeline.frames.length; frame += 7) {
      const tree = visibleTree(timeline, frame, { maxNodes: 30, backward: false, selected: null });
      const node = timeline.frames[frame]?.node ?? -1;
      for (const id of pathTo(timeline, node)) {
        const shown = tree?.children.get(id) ?? [];
        expect(shown).toEqual(
          (timeline.nodes[id]?.children ?? []).filter((child) => (timeline.nodes[child]?.born ?? Infinity) <= frame),
        );
      }
    }
  });
  it('counts the hidden nodes', () => {
    const frame = timeline.frames.length - 1;
    const tree = visibleTree(timeline, frame, { maxNodes: 20, backward: false, selected: null });
    const drawn = new Set([tree?.root, ...[...(tree?.children.values() ?? [])].flat()]).size;
    const hidden = [...(tree?.hidden.values() ?? [])].reduce((sum, count) => sum + count, 0);
    expect(drawn + hidden).toBe(timeline.nodes.length);
  });
});
