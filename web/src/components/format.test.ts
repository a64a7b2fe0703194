import { describe, expect, it } from 'vitest';
import { formatBytes, formatClock, formatCount, formatSeconds, formatShort, formatTick } from './format';

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.00 k'],
    [12_345, '12.3 k'],
    [999_600, '1.00 M'],
    [123_456_789, '123 M'],
  ])('%d in three digits is %s', (value, text) => expect(formatShort(value)).toBe(text));

  it('are exact with separators, even as texts', () => {
    expect(formatCount(1234567)).toBe('1,234,567');
    expect(formatCount('12345678901')).toBe('12,345,678,901');
    expect(formatCount(null)).toBe('—');
  });

  it('are short on axes', () => {
    expect(formatTick(10_000)).toBe('10 k');
    expect(formatTick(2_500_000)).toBe('2.5 M');
    expect(formatTick(100)).toBe('100');
  });

  it.each([
    [0.000012, '12 µs'],
    [0.0054, '5.4 ms'],
    [0.25, '250 ms'],
    [1.5, '1.50 s'],
    [75.2, '75.2 s'],
    [187, '3:07'],
  ])('%d seconds are %s', (value, text) => expect(formatSeconds(value)).toBe(text));

  it('are hours, minutes and seconds on a clock', () => {
    expect(formatClock(0)).toBe('0:00');
    expect(formatClock(3729)).toBe('1:02:09');
  });

  it('are bytes', () => {
    expect(formatBytes(512)).toBe('512 B');
    expect(formatBytes(3 * 2 ** 20)).toBe('3.00 MiB');
  });
});
