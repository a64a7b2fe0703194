/** Lanes worth comparing. */

import { DEFAULT_STATE, type Lane } from '../../state/url';

export type PresetName = 'pair' | 'weights' | 'six' | 'paper' | 'heuristics' | 'blind';

const lane = (algorithm: string, heuristic: string): Lane => ({ algorithm, heuristic });

export const PRESETS: Record<PresetName, readonly Lane[]> = {
  pair: DEFAULT_STATE.lanes,
  weights: [
    lane('astar', 'manhattan'),
    lane('wastar(1.5)', 'manhattan'),
    lane('wastar(3)', 'manhattan'),
    lane('greedy', 'manhattan'),
  ],
  six: [
    lane('bfs', 'auto'),
    lane('greedy', 'manhattan'),
    lane('wastar(3)', 'manhattan'),
    lane('astar', 'manhattan'),
    lane('idastar', 'manhattan'),
    lane('human', 'manhattan'),
  ],
  paper: [lane('astar', 'manhattan'), lane('bfs', 'auto'), lane('greedy', 'manhattan'), lane('human', 'manhattan')],
  heuristics: [
    lane('idastar', 'hamming'),
    lane('idastar', 'manhattan'),
    lane('idastar', 'linear-conflict'),
    lane('idastar', 'walking-distance'),
  ],
  blind: [lane('bfs', 'auto'), lane('bibfs', 'auto'), lane('astar', 'manhattan'), lane('idastar', 'manhattan')],
};

/** The preset that lanes are; null if they are the reader's own choice. */
export function presetOf(lanes: readonly Lane[]): PresetName | null {
  const same = (other: readonly Lane[]) =>
    other.length === lanes.length &&
    other.every(({ algorithm, heuristic }, index) => {
      return algorithm === lanes[index]!.algorithm && heuristic === lanes[index]!.heuristic;
    });
  return (Object.keys(PRESETS) as PresetName[]).find((name) => same(PRESETS[name])) ?? null;
}
