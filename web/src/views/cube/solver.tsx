/** The search for a solution, and the verdict of the solver on the current cube. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Engine, SolveProgress, SolveRequest, TableProgress } from '../../engine/protocol';
import { cube as texts } from '../../texts/cube';
import { rotationBetween, turnBefore } from './model/holding';
import { isSolved, turnAll, type Turn } from './model/stickers';
import { parseTurns } from './model/turns';

export interface Verdict {
  stickers: string;
  solvable: boolean;
  message: string | null;
  /** The length of a shortest solution, for cubes that are solved immediately. */
  distance: number | null;
}

/** The lane for quick requests. */
export const LANE = 'cube-check';

/** The verdict on a cube, some time after it last changed; of a 2x2x2 with its distance. */
export function useVerdict(engine: Engine, puzzle: string, stickers: string, metric: string): Verdict | null {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    let stale = false;
    const report = (part: Partial<Verdict>) =>
      !stale && setVerdict({ stickers, solvable: true, message: null, distance: null, ...part });
    const ask = async () => {
      try {
        // A replay without moves tests the cube.
        await engine.call('replay', { puzzle, board: stickers, moves: '' }, { lane: LANE });
        if (stale) return;
        report({});
        if (puzzle !== 'cube2' || isSolved(stickers)) return;
        const { proven, length } = await engine.call('solve', { puzzle, board: stickers, metric }, { lane: LANE });
        if (proven && length !== null) report({ distance: length });
      } catch (error) {
        report({ solvable: false, message: error instanceof Error ? error.message : String(error) });
      }
    };
    const timer = setTimeout(() => void ask(), 60);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [puzzle, stickers, metric]);
  return verdict?.stickers === stickers ? verdict : null;
}

export interface Solution {
  turns: Turn[];
  proven: boolean;
  algorithm: string;
  seconds: number;
}

export interface Search {
  busy: boolean;
  table: TableProgress | null;
  progress: SolveProgress | null;
  problem: string | null;
  /** True if the reader cancelled the last search, whose last state is `progress`. */
  cancelled: boolean;
  start: (request: SolveRequest) => void;
  /** Ends the search and removes its progress. */
  drop: () => void;
  /** Ends the search and keeps its progress. */
  cancel: () => void;
}

/** Searches for solutions, one at a time; each is made on the stickers before it is believed. */
export function useSearch(engine: Engine, onFound: (solution: Solution) => void): Search {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<SolveProgress | null>(null);
  const [table, setTable] = useState<TableProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [cancelled, setCancelled] = useState(false);
  const running = useRef<AbortController | null>(null);
  const end = (byReader: boolean) => {
    running.current?.abort();
    running.current = null;
    setBusy(false);
    setCancelled(byReader);
  };
  const [drop, cancel] = [() => end(false), () => end(true)];
  useEffect(() => () => running.current?.abort(), []);
  const start = (request: SolveRequest) => {
    drop();
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    setProgress(null);
    setTable(null);
    setProblem(null);
    const run = async () => {
      try {
        const result = await engine.call('solve', request, {
          signal: abort.signal,
          onProgress: setProgress,
          onTable: setTable,
          lane: 'cube',
        });
        if (abort.signal.aborted) return;
        const turns =
          result.moves === null
            ? null
            : translated(request.board, String(result['facelets'] ?? request.board), parseTurns(result.moves) ?? []);
        if (turns === null) setProblem(result.message ?? texts.impossible);
        else if (!isSolved(turnAll(request.board, turns))) setProblem(texts.notReplayed);
        else onFound({ turns, proven: result.proven, algorithm: result.algorithm ?? '', seconds: result.seconds ?? 0 });
      } catch (error) {
        if (!abort.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      }
      if (!abort.signal.aborted) setBusy(false);
    };
    void run();
  };
  return { busy, table, progress, problem, cancelled, start, drop, cancel };
}

/** The turns for the cube in the orientation of the reader. */
function translated(stickers: string, solver: string, turns: Turn[]): Turn[] {
  const rotation = rotationBetween(stickers, solver);
  return rotation ? turns.map((turn) => turnBefore(turn, rotation)) : turns;
}
