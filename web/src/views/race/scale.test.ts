import { describe, expect, it } from 'vitest';
import { leftEnd, linearTicks, logTicks, place, placeBetween, powersBetween } from './scale';

describe('axes', () => {
  it('have round ticks', () => {
    expect(linearTicks(10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(linearTicks(0.9, 4)).toEqual([0, 0.5]);
    expect(linearTicks(0, 5)).toEqual([0]);
    expect(logTicks(1500, 6)).toEqual([1, 10, 100, 1000, 10000]);
    expect(logTicks(1e9, 5)).toEqual([1, 100, 1e4, 1e6, 1e8]);
    expect(powersBetween(0.001, 1).map((value) => Math.round(value * 1000))).toEqual([1, 10, 100, 1000]);
  });

  it('begin at the least value', () => {
    expect(leftEnd([0, 0.25, 0.003, 7])).toBeCloseTo(0.001);
    expect(leftEnd([0, 0.25])).toBeCloseTo(0.1);
    expect(leftEnd([0.01])).toBeCloseTo(0.01);
    expect(leftEnd([0])).toBe(0.001);
  });

  it('place values from 0 to 1', () => {
    expect(place(5, 10, 'linear')).toBe(0.5);
    expect(place(10, 100, 'log')).toBe(0.5);
    expect(place(0, 100, 'log')).toBe(0);
    expect(placeBetween(0.01, 0.001, 0.1)).toBeCloseTo(0.5);
    expect(placeBetween(0, 0.001, 0.1)).toBe(0);
  });
});
