/** All optimal solutions as a graph: a layer for each step, equal boards merged. */

import { signal } from '@preact/signals';
import { formatMove, parseMoves, type Move } from '../../puzzle/moves';
import { applyMove, boardText, type Board } from '../../puzzle/tiles';

export interface GraphNode {
  readonly board: Board;
  readonly step: number;
  /** The place in its layer, from 0. */
  row: number;
  readonly from: GraphEdge[];
  readonly to: GraphEdge[];
}

export interface GraphEdge {
  readonly from: GraphNode;
  readonly to: GraphNode;
  readonly move: Move;
}

export interface SolutionGraph {
  readonly layers: readonly (readonly GraphNode[])[];
  readonly edges: readonly GraphEdge[];
  /** Number of boards in the largest layer. */
  readonly height: number;
  /** The number of solutions, including solutions that are not drawn. */
  readonly solutions: number | string;
  readonly drawn: number;
}

/** The shown graph; null before the request for it. */
export const graph = signal<SolutionGraph | null>(null);

/** Passes over the layers that put boards near their neighbours. */
const PASSES = 6;

export function buildGraph(start: Board, solutions: readonly string[], total: number | string): SolutionGraph {
  const layers: GraphNode[][] = [];
  const byBoard: Map<string, GraphNode>[] = [];
  const edges: GraphEdge[] = [];
  const nodeOf = (board: Board, step: number): GraphNode => {
    const nodes = (byBoard[step] ??= new Map());
    const name = boardText(board);
    let node = nodes.get(name);
    if (!node) {
      const layer = (layers[step] ??= []);
      node = { board, step, row: layer.length, from: [], to: [] };
      layer.push(node);
      nodes.set(name, node);
    }
    return node;
  };
  for (const text of solutions) {
    let node = nodeOf(start, 0);
    for (const [index, move] of parseMoves(text).entries()) {
      const board = applyMove(node.board, move);
      if (!board) break;
      const next = nodeOf(board, index + 1);
      if (!node.to.some((edge) => edge.to === next)) {
        const edge = { from: node, to: next, move };
        edges.push(edge);
        node.to.push(edge);
        next.from.push(edge);
      }
      node = next;
    }
  }
  order(layers);
  const height = Math.max(1, ...layers.map((layer) => layer.length));
  return { layers, edges, height, solutions: total, drawn: solutions.length };
}

/** Orders each layer by the mean place of the neighbours, forwards and backwards in turn. */
function order(layers: readonly GraphNode[][]): void {
  const place = (node: GraphNode) => node.row - (layers[node.step]!.length - 1) / 2;
  const mean = (nodes: readonly GraphNode[]) => nodes.reduce((sum, node) => sum + place(node), 0) / nodes.length;
  for (let pass = 0; pass < PASSES; pass++) {
    const forwards = pass % 2 === 0;
    for (const layer of forwards ? layers : [...layers].reverse()) {
      const key = new Map(
        layer.map((node) => {
          const neighbours = forwards ? node.from.map(({ from }) => from) : node.to.map(({ to }) => to);
          return [node, neighbours.length > 0 ? mean(neighbours) : place(node)];
        }),
      );
      layer.sort((a, b) => key.get(a)! - key.get(b)!);
      layer.forEach((node, row) => (node.row = row));
    }
  }
}

/** A solution through a board: along the other solution where possible, otherwise along first edges. */
export function solutionThrough(node: GraphNode, preferred: readonly Move[]): Move[] {
  const same = (edge: GraphEdge, step: number) => {
    const move = preferred[step];
    return move !== undefined && formatMove(edge.move) === formatMove(move);
  };
  const before: Move[] = [];
  for (let at = node; at.from.length > 0; ) {
    const edge = at.from.find((candidate) => same(candidate, at.step - 1)) ?? at.from[0]!;
    before.unshift(edge.move);
    at = edge.from;
  }
  const after: Move[] = [];
  for (let at = node; at.to.length > 0; ) {
    const edge = at.to.find((candidate) => same(candidate, at.step)) ?? at.to[0]!;
    after.push(edge.move);
    at = edge.to;
  }
  return [...before, ...after];
}
