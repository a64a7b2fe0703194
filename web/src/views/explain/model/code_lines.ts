/** The lines of pseudocode that are carried out at a moment. */

import { pseudocode, type PseudocodeLine } from '../../../texts/explain';
import type { Algorithm } from './algorithm';
import type { Frame, Timeline } from './timeline';

export function codeOf(algorithm: Algorithm): PseudocodeLine[] {
  return pseudocode[algorithm.family === 'recorded' ? 'recorded' : algorithm.name] ?? pseudocode['recorded'] ?? [];
}

/** Names of the lines of a frame that the pseudocode has. */
export function activeLines(timeline: Timeline, index: number, algorithm: Algorithm): Set<string> {
  const frame = timeline.frames[index];
  if (!frame) return new Set();
  const code = codeOf(algorithm);
  const present = (name: string): boolean => code.some((line) => line.name === name);
  return new Set(candidates(timeline, frame, index, algorithm, present).filter(present));
}

function candidates(
  timeline: Timeline,
  frame: Frame,
  index: number,
  algorithm: Algorithm,
  present: (name: string) => boolean,
): string[] {
  const deepening = algorithm.family === 'deepening';
  switch (frame.kind) {
    case 'iteration':
      return index === 0 ? ['start', 'iteration'] : ['raise', 'iteration'];
    case 'stage':
      return ['stage', 'search'];
    case 'choose': {
      if (deepening) return ['visit'];
      const root = timeline.nodes[frame.node]?.parent === null;
      const bidirectional = algorithm.family === 'bidirectional';
      return [...(root && index === 0 ? ['start'] : []), ...(bidirectional ? ['side', 'choose'] : ['choose', 'close'])];
    }
    case 'child': {
      const fate = timeline.nodes[frame.child]?.fate ?? 'inserted';
      if (deepening && fate === 'pruned') return ['pruned'];
      if (fate === 'met') return ['child', 'inserted', 'met'];
      const alternatives: Record<string, string[]> = {
        duplicate: ['duplicate', 'ignored'],
        ignored: ['ignored', 'duplicate'],
        lowered: ['lowered', 'inserted'],
        reopened: ['reopened', 'inserted'],
      };
      const line = (alternatives[fate] ?? [fate]).find(present) ?? fate;
      return [deepening ? 'descended' : 'child', line];
    }
    case 'solution':
      return ['met', 'goal'];
    case 'goal':
      return ['goal'];
    case 'end':
      return algorithm.name === 'bibfs' ? ['met'] : ['goal', 'until'];
  }
}
