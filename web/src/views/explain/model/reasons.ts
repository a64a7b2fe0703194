/** The events of a search in words: the reason for a chosen state, the fate of a generated state. */

import type { TraceResult } from '../../../engine/protocol';
import { explain as texts } from '../../../texts/explain';
import type { Algorithm } from './algorithm';
import { openList } from './open_list';
import type { Frame, Timeline, TreeNode } from './timeline';

/** The sentences for a frame, most important first. */
export function reasons(timeline: Timeline, index: number, algorithm: Algorithm, trace: TraceResult): string[] {
  const frame = timeline.frames[index];
  if (!frame) return [];
  const value = frame.value ?? 0;
  switch (frame.kind) {
    case 'iteration':
      return [algorithm.hWeight === 0 ? texts.event.iterationDepth(value) : texts.event.iteration(value, index === 0)];
    case 'stage':
      return [texts.event.stage(value)];
    case 'solution':
      return [texts.event.solution(value)];
    case 'goal':
      return [
        algorithm.family === 'stages' && timeline.frames[index + 1]?.kind === 'stage'
          ? texts.event.goalStage
          : texts.event.goal,
      ];
    case 'end':
      return [ending(trace)];
    case 'choose': {
      const node = timeline.nodes[frame.node];
      return node ? choice(timeline, index, frame, node, algorithm) : [];
    }
    case 'child': {
      const child = timeline.nodes[frame.child];
      return child
        ? [texts.reason.child(moveWords(child.move ?? ''), child.board), fateOf(timeline, child, frame, algorithm)]
        : [];
    }
  }
}

function ending(trace: TraceResult): string {
  const { end } = trace;
  if (!end) return '';
  if (end.status === 'unsolvable') return end.message ?? texts.event.unsolvable;
  if (end.status === 'stopped') return texts.event.stopped(end.expanded);
  const moves = (end.moves ?? '').split(' ').filter((move) => move !== '').length;
  return texts.event.solved(moves, end.proven, end.expanded);
}

/** The move in words, for sliding tiles. */
export function moveWords(move: string): string {
  const direction = texts.moveNames[move.charAt(0)];
  return direction && /^[UDLR]\d*$/.test(move) ? texts.moveWords(direction, Number(move.slice(1) || '1')) : move;
}

function choice(timeline: Timeline, index: number, frame: Frame, node: TreeNode, algorithm: Algorithm): string[] {
  const { reason } = texts;
  if (!timeline.derived) return [reason.recorded(node.g)];
  if (algorithm.family === 'deepening') {
    const bound = frame.value ?? 0;
    return [
      algorithm.hWeight === 0
        ? reason.withinDepth(node.g, bound)
        : reason.within(node.g, node.h ?? 0, node.f ?? 0, bound),
    ];
  }
  if (node.parent === null) return [node.backward ? reason.rootBackward : reason.root];
  if (algorithm.name === 'bibfs') return [reason.layer(node.backward, node.g)];
  if (algorithm.name === 'nbs') return [reason.pair(node.backward)];
  if (algorithm.name === 'bfs') return [reason.queue(node.g)];
  const tied = rivals(timeline, index, node, algorithm);
  const parts = algorithm.hWeight !== 0 && node.h !== null ? [reason.parts(node.g, node.h)] : [];
  return [reason.least(priorityName(algorithm), node.f ?? 0), ...parts, tieBreak(tied, node, algorithm)];
}

/** Open states with the priority of the chosen state. */
export function rivals(timeline: Timeline, index: number, node: TreeNode, algorithm: Algorithm): TreeNode[] {
  const before = index > 0 ? openList(timeline, index - 1, algorithm).entries : [];
  return before.filter((other) => other.id !== node.id && other.f === node.f);
}

function tieBreak(tied: TreeNode[], node: TreeNode, algorithm: Algorithm): string {
  const { reason } = texts;
  const newest = algorithm.ties !== 'fifo';
  if (tied.length === 0) return reason.alone;
  if (algorithm.ties === 'lifo' || algorithm.ties === 'fifo') return reason.tieAge(tied.length, newest);
  const high = algorithm.ties === 'high-g';
  const sameG = tied.some((other) => other.g === node.g);
  return sameG ? reason.tieBoth(tied.length, node.g, high, newest) : reason.tieG(tied.length, node.g, high);
}

/** The priority as a formula: `g`, `h`, `f = g + 3 h`. */
export function priorityName(algorithm: Algorithm): string {
  const { gWeight, hWeight } = algorithm;
  if (hWeight === 0) return 'g';
  if (gWeight === 0) return 'h';
  const term = (weight: number, name: string) => (weight === 1 ? name : `${weight}${name}`);
  return `f = ${term(gWeight, 'g')} + ${term(hWeight, 'h')}`;
}

function fateOf(timeline: Timeline, child: TreeNode, frame: Frame, algorithm: Algorithm): string {
  const { fate } = texts;
  const twinCost = child.twin === null ? child.g : (timeline.nodes[child.twin]?.g ?? child.g);
  switch (child.fate) {
    case 'inserted': {
      if (algorithm.name === 'bfs') return fate.insertedQueue;
      if (algorithm.name === 'bibfs') return fate.insertedLayer;
      return fate.inserted(child.f === null ? `g = ${child.g}` : `${priorityName(algorithm)} = ${child.f}`);
    }
    case 'duplicate':
      return fate.duplicate(child.g, twinCost);
    case 'lowered':
      return fate.lowered(child.g, twinCost);
    case 'reopened':
      return fate.reopened(child.g, twinCost);
    case 'ignored':
      return fate.ignored(child.g, twinCost);
    case 'pruned':
      return algorithm.hWeight === 0
        ? fate.prunedDepth(child.g, frame.value ?? 0)
        : fate.pruned(child.g, child.h, frame.value ?? 0);
    case 'descended':
      return fate.descended(child.f, frame.value ?? 0);
    case 'goal':
      return fate.goal;
    case 'met':
      return fate.met(child.g + twinCost);
    case 'late':
      return fate.late(child.f ?? child.g);
    case 'root':
      return fate.root;
  }
}
