/** Numbers as people read them. */

import { texts } from '../texts';

const integers = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A count with separators; a dash for an unknown count. */
export function formatCount(value: number | string | null | undefined): string {
  if (value === null || value === undefined) return texts.common.unknown;
  return typeof value === 'number' ? integers.format(value) : value.replace(/\B(?=(\d{3})+$)/g, ',');
}

const UNITS = ['', 'k', 'M', 'G', 'T', 'P'];

/** A count in three digits: `1.23 M`. */
export function formatShort(value: number | null | undefined): string {
  if (value === null || value === undefined) return texts.common.unknown;
  let unit = 0;
  let scaled = value;
  while (Math.abs(scaled) >= 999.5 && unit < UNITS.length - 1) {
    scaled /= 1000;
    unit++;
  }
  if (unit === 0) return integers.format(scaled);
  const digits = Math.abs(scaled) >= 99.95 ? 0 : Math.abs(scaled) >= 9.995 ? 1 : 2;
  return `${scaled.toFixed(digits)} ${UNITS[unit]}`;
}

/** A round count on an axis: `10 k`. */
export function formatTick(value: number): string {
  return formatShort(value).replace(/\.0+(?= )|(\.\d*?)0+(?= )/, '$1');
}

/** Seconds in three digits, in the unit that suits. */
export function formatSeconds(value: number | null | undefined): string {
  if (value === null || value === undefined) return texts.common.unknown;
  if (value < 0.0009995) return `${Math.max(0, value * 1e6).toFixed(0)} µs`;
  if (value < 0.9995) return `${(value * 1e3).toPrecision(value < 0.0095 ? 2 : 3).replace(/\.0+$/, '')} ms`;
  if (value < 99.95) return `${value.toFixed(value < 9.995 ? 2 : 1)} s`;
  return formatClock(value);
}

/** A share in whole percent, rounded down: all only when it is all. */
export function formatPercent(share: number): string {
  return `${Math.floor(100 * share)} %`;
}

/** Minutes and seconds: `3:07`, `1:02:09`. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export function formatBytes(value: number | null | undefined): string {
  if (value === null || value === undefined) return texts.common.unknown;
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`;
}
