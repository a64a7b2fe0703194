/** Algorithms and heuristics to choose from. */

import type { Engine } from '../engine/protocol';
import { sizeText, type Size } from '../puzzle/tiles';
import { texts } from '../texts';
import { puzzles } from './store';

export interface NamedChoice {
  value: string;
  label: string;
}

let requested = false;

/** Requests the names from the engine, once. */
export function loadNames(engine: Engine): void {
  if (requested) return;
  requested = true;
  engine.call('names', {}).then(
    (result) => (puzzles.value = result.puzzles),
    () => (requested = false),
  );
}

/** Algorithms with a weight, and its default. */
const WEIGHTED: Record<string, string> = { wastar: '3', focal: '3', arastar: '3' };
export const WEIGHTS = ['1.5', '2', '3', '5', '10'] as const;

const WITHOUT_HEURISTIC = new Set(['bfs', 'ucs', 'iddfs', 'bibfs', 'constructive']);

/** Splits `wastar(3)` into the name and the text in the brackets. */
export function splitName(name: string): { base: string; parameter: string | null } {
  const match = /^([^(]+)\((.*)\)$/.exec(name);
  return match ? { base: match[1]!, parameter: match[2]! } : { base: name, parameter: null };
}

export function usesHeuristic(algorithm: string): boolean {
  return !WITHOUT_HEURISTIC.has(splitName(algorithm).base);
}

export function isWeighted(algorithm: string): boolean {
  return splitName(algorithm).base in WEIGHTED;
}

/** The name of an algorithm as people write it. */
export function algorithmLabel(name: string): string {
  if (name === 'auto') return texts.names.auto;
  const { base, parameter } = splitName(name);
  const label = texts.names.algorithms[base] ?? base;
  if (parameter === null) return label;
  return isWeighted(name) ? texts.names.weighted(label, parameter) : `${label} (${parameter})`;
}

export function heuristicLabel(name: string): string {
  if (name === 'auto') return texts.names.auto;
  if (name.startsWith('pdb:')) return texts.names.database(name.slice(4));
  const { base, parameter } = splitName(name);
  if (base === 'max' && parameter !== null) return `max(${parameter.split(',').map(heuristicLabel).join(', ')})`;
  return texts.names.heuristics[name] ?? name;
}

/** A sentence about a name; empty for unknown names. */
export function about(name: string): string {
  return texts.names.about[name.startsWith('pdb:') ? 'pdb' : splitName(name).base] ?? '';
}

const SHOWN_FIRST = ['idastar', 'astar', 'wastar', 'greedy', 'bfs', 'human'];

/** The algorithms for tiles, the common ones first; `auto` heads the list on request. */
export function algorithmChoices(withAuto: boolean): NamedChoice[] {
  const listed = puzzles.value?.find(({ name }) => name === 'tiles')?.algorithms ?? SHOWN_FIRST.map((name) => [name, '']);
  const order = (name: string) => (SHOWN_FIRST.includes(name) ? SHOWN_FIRST.indexOf(name) : SHOWN_FIRST.length);
  const choices = listed
    .map(([name]) => name!)
    .sort((a, b) => order(a) - order(b))
    .map((name) => {
      const value = name in WEIGHTED ? `${name}(${WEIGHTED[name]})` : name;
      return { value, label: texts.names.algorithms[name] ?? name };
    });
  return withAuto ? [{ value: 'auto', label: texts.names.auto }, ...choices] : choices;
}

/** Databases small enough to be built in the page, by size. */
const DATABASES: Record<string, readonly string[]> = {
  '3x3': ['pdb:4-4'],
  '4x4': ['pdb:5-5-5', 'pdb:6-6-3'],
};

/** The databases for boards of a size, the smallest first. */
export function databases(size: Size): readonly string[] {
  return DATABASES[sizeText(size)] ?? [];
}

/** The heuristics for boards of a size, and the chosen heuristic. */
export function heuristicChoices(size: Size, withAuto: boolean, chosen = 'auto'): NamedChoice[] {
  const listed = puzzles.value?.find(({ name }) => name === 'tiles')?.heuristics ?? [];
  const simple =
    listed.length > 0
      ? listed.filter(([name]) => /^[a-z-]+$/.test(name))
      : Object.keys(texts.names.heuristics).map((name) => [name, ''] as const);
  const choices: NamedChoice[] = simple.map(([name]) => ({ value: name, label: heuristicLabel(name) }));
  const others = [...databases(size), ...(chosen === 'auto' ? [] : [chosen])];
  for (const name of others) {
    if (!choices.some(({ value }) => value === name)) choices.push({ value: name, label: heuristicLabel(name) });
  }
  return withAuto ? [{ value: 'auto', label: texts.names.auto }, ...choices] : choices;
}
