import { describe, expect, it } from 'vitest';
import tables from 'virtual:published-levels';
import { parseCsv } from '../../../build/published-levels';
import { publishedTable, SPACES, startClasses, statesOf } from './catalogue';
import { depthTicks, linearTicks, logTicks, percent, scaleOf, statisticsOf, tickLabel } from './scale';

describe('ticks', () => {
  it.each([
    [1, 5],
    [7, 5],
    [24047, 5],
    [181440, 6],
    [3e12, 5],
    [43, 4],
    [100, 5],
  ])('of a linear scale to %d reach it in round steps', (greatest, max) => {
    const ticks = linearTicks(greatest, max);
    expect(ticks.length).toBeLessThanOrEqual(max + 1);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(greatest);
    expect(ticks.at(-2) ?? 0).toBeLessThan(greatest);
    const step = ticks[1] ?? 1;
    expect([1, 2, 5]).toContain(Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toFixed(6)));
  });
  it('of a logarithmic scale are powers of ten', () => {
    expect(logTicks(24047, 6)).toEqual([1, 10, 100, 1000, 10_000, 100_000]);
    expect(logTicks(1000, 6)).toEqual([1, 10, 100, 1000]);
    expect(logTicks(8e11, 6)).toEqual([1, 100, 1e4, 1e6, 1e8, 1e10, 1e12]);
  });
  it('are short', () => {
    expect([0, 500, 2000, 25_000, 1.5e6, 2e12].map((value) => tickLabel(value, 'linear'))).toEqual([
      '0',
      '500',
      '2 k',
      '25 k',
      '1.5 M',
      '2 T',
    ]);
    expect([1, 1000, 10_000, 1e12].map((value) => tickLabel(value, 'log'))).toEqual(['1', '1 k', '10⁴', '10¹²']);
  });
  it('of depths fit the width', () => {
    expect(depthTicks(32, 700)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]);
    expect(depthTicks(81, 320).length).toBeLessThanOrEqual(9);
  });
});

describe('shares', () => {
  it('are never rounded to 0 or 100 percent', () => {
    expect([0, 1, 0.5, 2 / 181_440, 181_438 / 181_440, 1e-13, 0.0123].map(percent)).toEqual([
      '0 %',
      '100 %',
      '50.0 %',
      '0.0011 %',
      '99.9988 %',
      '1.0e-11 %',
      '1.2 %',
    ]);
  });
});

describe('heights', () => {
  it('are proportional on a linear scale', () => {
    const { share } = scaleOf('linear', 100, 5);
    expect([share(0), share(50), share(100)]).toEqual([0, 0.5, 1]);
  });
  it('show a single state on a logarithmic scale', () => {
    const { share } = scaleOf('log', 24047, 5);
    expect(share(0)).toBe(0);
    expect(share(1)).toBeGreaterThan(0.02);
    expect(share(24047)).toBeLessThanOrEqual(1);
  });
});

describe('statistics', () => {
  it('are those of the levels', () => {
    expect(statisticsOf([1, 2, 3, 2])).toEqual({ total: 8, mean: 14 / 8, mode: 2, median: 2 });
  });
});

describe('published tables', () => {
  it('sum up to all solvable states', () => {
    for (const { space, levels } of tables) {
      const [width, height] = space.split('x').map(Number);
      if (width && height) expect(levels.reduce((a, b) => a + b, 0)).toBe(statesOf({ width, height }));
    }
    const cube = tables.filter(({ space }) => space === 'cube2');
    expect(cube.map(({ levels }) => levels.reduce((a, b) => a + b, 0))).toEqual([3_674_160, 3_674_160]);
  });
  it('have the published radii', () => {
    const radius = (name: string, metric: string, cell: number) => {
      const space = SPACES.find((one) => one.name === name);
      return space && (publishedTable(tables, space, metric, cell)?.levels.length ?? 0) - 1;
    };
    expect([
      radius('3x3', 'single', 8),
      radius('4x4', 'single', 15),
      radius('4x4', 'multi', 15),
      radius('4x3', 'single', 11),
    ]).toEqual([31, 80, 43, 53]);
    expect([radius('2x3', 'single', 5), radius('3x2', 'single', 5), radius('2x5', 'multi', 9)]).toEqual([
      21,
      21,
      radius('5x2', 'multi', 0),
    ]);
    expect(radius('3x3', 'single', 4)).toBe(-1);
  });
  it('name their sources', () => {
    expect(tables.every(({ sources }) => sources.length > 0 && sources.every((source) => source !== ''))).toBe(true);
  });
  it('are read from CSV with quotes', () => {
    expect(parseCsv('a,b\n1,"x, ""y"""\n')).toEqual([{ a: '1', b: 'x, "y"' }]);
  });
});

describe('classes of starts', () => {
  it('are those of the symmetries', () => {
    expect(startClasses(3, 3)).toEqual([[0, 2, 6, 8], [1, 3, 5, 7], [4]]);
    expect(startClasses(3, 2)).toEqual([
      [0, 2, 3, 5],
      [1, 4],
    ]);
    expect(startClasses(4, 4).length).toBe(3);
  });
});
