import { describe, expect, it } from 'vitest';
import { algorithmChoices, algorithmLabel, heuristicChoices, heuristicLabel, isWeighted, usesHeuristic } from './choices';
import { puzzles } from './store';

describe('names', () => {
  it('are titles', () => {
    expect(algorithmLabel('astar')).toBe('A*');
    expect(algorithmLabel('wastar(3)')).toBe('Weighted A*, W = 3');
    expect(algorithmLabel('something-new')).toBe('something-new');
    expect(heuristicLabel('pdb:6-6-3')).toBe('Database 6-6-3');
    expect(heuristicLabel('max(manhattan,hamming)')).toBe('max(Manhattan, Hamming)');
  });

  it('include weights and heuristics', () => {
    expect(isWeighted('wastar(2)')).toBe(true);
    expect(isWeighted('astar')).toBe(false);
    expect(usesHeuristic('bfs')).toBe(false);
    expect(usesHeuristic('human')).toBe(true);
  });

  it('are those of the engine, without placeholders', () => {
    puzzles.value = [
      {
        name: 'tiles',
        title: '',
        noun: 'board',
        shape: '4x4',
        has_sizes: true,
        metrics: [],
        goals: [],
        algorithms: [['bfs', ''], ['wastar', ''], ['astar', ''], ['idastar', '']],
        heuristics: [['zero', ''], ['manhattan', ''], ['pdb:NAME', ''], ['max(A,B)', '']],
      },
    ];
    expect(algorithmChoices(true).map(({ value }) => value)).toEqual(['auto', 'idastar', 'astar', 'wastar(3)', 'bfs']);
    const sizes = (width: number, height: number) => heuristicChoices({ width, height }, false).map(({ value }) => value);
    expect(sizes(4, 4)).toEqual(['zero', 'manhattan', 'pdb:5-5-5', 'pdb:6-6-3']);
    expect(sizes(5, 4)).toEqual(['zero', 'manhattan']);
    expect(heuristicChoices({ width: 5, height: 4 }, false, 'pdb:4-4').at(-1)).toEqual({ value: 'pdb:4-4', label: 'Database 4-4' });
  });
});
