import { describe, expect, it } from 'vitest';
import { fitting, following, zoomed } from './viewport';

const box = { width: 600, height: 400 };

describe('a drawing', () => {
  it('fits the box without much enlargement', () => {
    const large = fitting({ width: 3000, height: 1000 }, box);
    expect(large.x).toBeGreaterThanOrEqual(0);
    expect(3000 * large.scale + large.x).toBeLessThanOrEqual(600);
    expect(1000 * large.scale + large.y).toBeLessThanOrEqual(400);
    expect(fitting({ width: 20, height: 20 }, box).scale).toBeLessThan(1.5);
  });
  it('follows a point, without room beyond its edges', () => {
    const extent = { width: 3000, height: 2000 };
    const middle = following({ x: 1500, y: 1000 }, extent, box, 1);
    expect(1500 + middle.x).toBe(300);
    expect(following({ x: 0, y: 0 }, extent, box, 1)).toMatchObject({ x: 12, y: 12 });
    const end = following({ x: 3000, y: 2000 }, extent, box, 1);
    expect(3000 + end.x).toBe(588);
    expect(2000 + end.y).toBeLessThan(400);
  });
  it('keeps the point under the pointer when it is enlarged', () => {
    const before = { x: 10, y: 20, scale: 1 };
    const after = zoomed(before, 2, { x: 100, y: 100 });
    const pointOf = (t: typeof before) => [(100 - t.x) / t.scale, (100 - t.y) / t.scale];
    expect(pointOf(after)).toEqual(pointOf(before));
    expect(zoomed(before, 1000, { x: 0, y: 0 }).scale).toBe(3);
  });
});
