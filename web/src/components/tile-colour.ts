import { columnOf, rowOf, type Size } from '../puzzle/tiles';

/**
 * The colour of a tile by its goal cell: the hue says the row, the lightness the column. Contrast with
 * dark numerals is at least 4.5 for all of them.
 */
export function tileColour(size: Size, goalCell: number): string {
  const hue = 25 + (300 * rowOf(size, goalCell)) / Math.max(1, size.height);
  const lightness = 0.91 - (0.15 * columnOf(size, goalCell)) / Math.max(1, size.width - 1);
  return `oklch(${lightness.toFixed(3)} 0.085 ${hue.toFixed(1)})`;
}
