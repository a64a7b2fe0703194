/** The search for a solution, and what the solver says about the cube as it stands. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckResult, Engine, SolveProgress, SolveRequest } from '../../engine/protocol';
import { cube as texts } from '../../texts/cube';
import { rotationBetween, turnBefore } from './model/holding';
import { isSolved, turnAll, type Turn } from './model/stickers';
import { parseTurns } from './model/turns';

export interface Verdict {
  stickers: string;
  solvable: boolean;
  message: string | null;
  /** The exact distance, if a complete table is at hand, or a lower bound. */
  distance: number | null;
  exact: boolean;
}

/** The verdict on a cube, some time after it last changed. */
export function useVerdict(engine: Engine, puzzle: string, stickers: string, metric: string): Verdict | null {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const ask = async () => {
      try {
        const result = await engine.call('check', { puzzle, board: stickers, metric }, { signal: abort.signal, lane: 'cube-check' });
        if (!abort.signal.aborted) setVerdict(read(stickers, result));
      } catch (error) {
        if (abort.signal.aborted) return;
        setVerdict({ stickers, solvable: false, message: error instanceof Error ? error.message : String(error), distance: null, exact: false });
      }
    };
    const timer = setTimeout(() => void ask(), 180);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [puzzle, stickers, metric]);
  return verdict?.stickers === stickers ? verdict : null;
}

function read(stickers: string, result: CheckResult): Verdict {
  const values = Object.entries(result).filter(([name, value]) => typeof value === 'number' && !['id', 'width', 'height', 'blank_distance'].includes(name));
  const full = result['pdb:full'];
  const exact = typeof full === 'number';
  const distance = exact ? full : values.length === 0 ? null : Math.max(...values.map(([, value]) => value as number));
  return { stickers, solvable: result.solvable !== false, message: result.message ?? null, distance, exact };
}

export interface Solution {
  turns: Turn[];
  proven: boolean;
  algorithm: string;
  seconds: number;
}

export interface Search {
  busy: boolean;
  progress: SolveProgress | null;
  problem: string | null;
  start: (request: SolveRequest) => void;
  cancel: () => void;
}

/** Searches for solutions, one at a time; each is made on the stickers before it is believed. */
export function useSearch(engine: Engine, onFound: (solution: Solution) => void): Search {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<SolveProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setBusy(false);
  };
  useEffect(() => () => running.current?.abort(), []);
  const start = (request: SolveRequest) => {
    cancel();
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    setProgress(null);
    setProblem(null);
    const run = async () => {
      try {
        const result = await engine.call('solve', request, { signal: abort.signal, onProgress: setProgress, lane: 'cube' });
        if (abort.signal.aborted) return;
        const turns = result.moves === null ? null : translated(request.board, String(result['facelets'] ?? request.board), parseTurns(result.moves) ?? []);
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
  return { busy, progress, problem, start, cancel };
}

/** The turns for the cube as the reader holds it. */
function translated(held: string, solver: string, turns: Turn[]): Turn[] {
  const rotation = rotationBetween(held, solver);
  return rotation ? turns.map((turn) => turnBefore(turn, rotation)) : turns;
}
