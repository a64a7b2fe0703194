import { describe, expect, it } from 'vitest';
import { formatMoves, parseMoves } from '../../puzzle/moves';
import { parseBoard } from '../../puzzle/notation';
import { applyMoves } from '../../puzzle/tiles';
import { buildGraph, solutionThrough } from './solutions';

// Two ways around a 2x2 board meet on the far side.
const start = parseBoard('3 2 1 0');
const solutions = ['R D L U R D', 'D R U L D R'];

describe('the graph of solutions', () => {
  const graph = buildGraph(start, solutions, 2);

  it('has a layer for each step and merges equal boards', () => {
    expect(graph.layers.map((layer) => layer.length)).toEqual([1, 2, 2, 2, 2, 2, 1]);
    expect(graph.edges).toHaveLength(12);
    expect(graph.height).toBe(2);
  });

  it('gives a solution through each board', () => {
    for (const node of graph.layers.flat()) {
      const moves = solutionThrough(node, parseMoves(solutions[0]!));
      expect(moves).toHaveLength(6);
      expect(solutions).toContain(formatMoves(moves));
      expect(applyMoves(start, moves.slice(0, node.step)).board).toEqual(node.board);
    }
  });
});
