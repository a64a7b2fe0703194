import { expect, it } from 'vitest';
import { csvOf } from './figures-table';

it('CSV has plain values, and quotes where a text needs them', () => {
  const columns = [
    { name: 'Algorithm', value: (row: readonly [string, number | null]) => row[0], shown: () => '' },
    { name: 'Expanded', value: (row: readonly [string, number | null]) => row[1], shown: () => '1,000' },
  ];
  const rows = [['A*', 1000] as const, ['Weighted A*, W = 3', null] as const];
  expect(csvOf(columns, rows)).toBe('Algorithm,Expanded\nA*,1000\n"Weighted A*, W = 3",\n');
});
