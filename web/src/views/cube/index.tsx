import './cube.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, ProgressBar, Segments, Switch } from '../../components/controls';
import { ICONS } from '../../components/icons';
import { formatPercent } from '../../components/format';
import { useSecondsSince } from '../../components/use-seconds';
import type { Engine, TableProgress } from '../../engine/protocol';
import { announce, asStep, enginePlace, parameter, setParameter } from '../../state/store';
import { texts as shared } from '../../texts';
import { cube as texts } from '../../texts/cube';
import { AlgorithmField } from './algorithm';
import { CubeDrawing } from './drawing';
import { Editor } from './editor';
import { appendTurn, costOf, formatTurn, formatTurns, inverse, parseTurns, turnOfKey } from './model/turns';
import { FACES, isSolved, sideOf, solvedStickers, turn, turnAll, type Face, type Turn } from './model/stickers';
import { readCube } from './model/text';
import { Net } from './net';
import { SolutionPlayer } from './solution';
import { LANE, useSearch, useVerdict, type Solution } from './solver';

type Kind = 'cube2' | 'cube3';
type Metric = 'half' | 'quarter';

/** Seconds that the two-phase algorithm may improve its solution. */
const IMPROVE = [0, 2, 10] as const;

const set = (name: string, value: string | undefined) => setParameter('cube', name, value);

export function CubeView({ engine }: { engine: Engine }) {
  const kind: Kind = parameter('cube', 'kind') === 'cube2' ? 'cube2' : 'cube3';
  const side = kind === 'cube2' ? 2 : 3;
  const metric: Metric = parameter('cube', 'metric') === 'quarter' ? 'quarter' : 'half';
  const written = (parameter('cube', 'stickers') ?? '').toUpperCase();
  const base = sideOf(written) === side && /^[URFDLB]+$/.test(written) ? written : solvedStickers(side);
  const solution = parseTurns(parameter('cube', 'solution') ?? '') ?? [];
  const at = Math.min(solution.length, Math.max(0, Math.floor(Number(parameter('cube', 'at') ?? '0')) || 0));
  const stickers = turnAll(base, solution.slice(0, at));

  const [history, setHistory] = useState<Turn[]>([]);
  const [lastTurn, setLastTurn] = useState<Turn | null>(null);
  const [counterclockwise, setCounterclockwise] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const [editing, setEditing] = useState(false);
  const [colour, setColour] = useState<Face>('U');
  const [seconds, setSeconds] = useState<number>(0);
  const [latest, setLatest] = useState<Solution | null>(null);
  const verdict = useVerdict(engine, kind, stickers, metric);

  const put = (next: string, animated: Turn | null = null) => {
    setLastTurn(animated);
    setPlaying(false);
    set('stickers', next === solvedStickers(side) ? undefined : next);
    set('solution', undefined);
    set('at', undefined);
    setLatest(null);
  };
  const search = useSearch(engine, (result) => {
    setLatest(result);
    setLastTurn(null);
    set('stickers', stickers === solvedStickers(side) ? undefined : stickers);
    set('solution', formatTurns(result.turns).replaceAll(' ', ''));
    set('at', undefined);
    announce(texts.found(costOf(result.turns, metric), result.proven, result.algorithm, result.seconds));
  });
  const moveTo = (to: number) => {
    const forward = solution[at];
    const back = solution[at - 1];
    setLastTurn(to === at + 1 && forward ? forward : to === at - 1 && back ? inverse(back) : null);
    set('at', to === 0 ? undefined : String(to));
    const step = solution[to - 1];
    announce(
      to === solution.length
        ? texts.announceSolved
        : step
          ? texts.announceTurn(formatTurn(step), to, solution.length)
          : texts.position(0, solution.length),
    );
  };
  const make = (step: Turn) => {
    search.drop();
    const next = solution[at];
    setHistory(appendTurn(history, step));
    if (next && formatTurn(next) === formatTurn(step)) {
      setPlaying(false);
      moveTo(at + 1);
      return;
    }
    const after = turn(stickers, step);
    put(after, step);
    announce(isSolved(after) ? texts.announceSolved : texts.turnWords(formatTurn(step), step.quarters));
  };
  const playAlgorithm = (turns: readonly Turn[], to: number) => {
    const next = turns[to - 1];
    const text = formatTurns(turns).replaceAll(' ', '');
    const isOther = text !== (parameter('cube', 'solution') ?? '');
    if (!isOther && to === at) return;
    search.drop();
    setPlaying(false);
    if (isOther) setLatest(null);
    setHistory([]);
    setLastTurn(to === at + 1 && next ? next : null);
    set('solution', text === '' ? undefined : text);
    set('at', to === 0 ? undefined : String(to));
  };
  const undo = () => {
    const last = history.at(-1);
    if (!last) return;
    setHistory(history.slice(0, -1));
    put(turn(stickers, inverse(last)), inverse(last));
  };
  const replace = (next: string) => {
    search.drop();
    setHistory([]);
    asStep(() => put(next));
  };
  const scramble = async () => {
    search.drop();
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const { positions } = await engine.call('scramble', { puzzle: kind, count: 1, seed }, { lane: LANE });
    const read = readCube(positions[0] ?? '', side);
    if (read) replace(read);
  };

  const step = (by: 1 | -1) => {
    const to = at + by;
    if (to < 0 || to > solution.length) return;
    setPlaying(false);
    moveTo(to);
  };
  const keys = useRef({ make, undo, step, side });
  keys.current = { make, undo, step, side };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        event.target instanceof Element &&
        event.target.closest('input:not([type="radio"], [type="checkbox"], [type="range"]), select, textarea')
      )
        return;
      const chosen = turnOfKey(event.key, event.shiftKey);
      const onRange = event.target instanceof Element && event.target.closest('input') !== null;
      if (chosen && !(chosen.layers === 'slice' && keys.current.side === 2)) keys.current.make(chosen);
      else if (event.key === 'ArrowRight' && !onRange) keys.current.step(1);
      else if (event.key === 'ArrowLeft' && !onRange) keys.current.step(-1);
      else if (event.key === 'Backspace') keys.current.undo();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const solved = isSolved(stickers);
  // The solver refuses unsolvable cubes, so the button does not wait for the verdict.
  const usable = verdict?.solvable !== false && !solved;
  const milliseconds = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : Math.min(260, 800 / speed);
  const solve = (optimal: boolean) => {
    put(stickers);
    search.start(
      kind === 'cube2' || optimal
        ? { puzzle: kind, board: stickers, metric, max_time: 600 }
        : {
            puzzle: kind,
            board: stickers,
            metric: 'half',
            algorithm: 'two-phase',
            ...(seconds > 0 ? { max_time: seconds } : {}),
          },
    );
  };

  return (
    <div class="cube-view">
      <h1 class="visually-hidden">{texts.title}</h1>
      <div class="cube-stage">
        <div class="cube-kinds">
          <Segments
            label={texts.kind}
            hideLabel
            value={kind}
            choices={[
              { value: 'cube2', label: texts.kinds['cube2'] ?? '' },
              { value: 'cube3', label: texts.kinds['cube3'] ?? '' },
            ]}
            onChange={(next) => {
              search.drop();
              setHistory([]);
              setLastTurn(null);
              setLatest(null);
              for (const name of ['stickers', 'solution', 'at']) set(name, undefined);
              set('kind', next === 'cube3' ? undefined : next);
            }}
          />
        </div>
        <CubeDrawing {...{ stickers, side, lastTurn, milliseconds }} onTurn={make} />
        <div class="turn-buttons" role="group" aria-label={texts.turns}>
          {FACES.map((face) => {
            const step: Turn = { face, quarters: counterclockwise ? 3 : 1 };
            return (
              <button
                key={face}
                type="button"
                class="button turn-button"
                aria-label={texts.turnWords(formatTurn(step), step.quarters)}
                onClick={(event) => make(event.shiftKey ? { face, quarters: 3 } : step)}
              >
                <span class={`turn-colour colour-${face}`} aria-hidden="true" />
                {formatTurn(step)}
              </button>
            );
          })}
        </div>
        <div class="cube-turn-options">
          <Switch label={texts.inverse} checked={counterclockwise} onChange={setCounterclockwise} />
          <div class="buttons">
            <Button label={texts.undo} icon={ICONS.undo} disabled={history.length === 0} onClick={undo} />
            <Button
              label={texts.reset}
              icon={ICONS.restart}
              disabled={stickers === solvedStickers(side)}
              onClick={() => replace(solvedStickers(side))}
            />
          </div>
        </div>
        <p class="quiet small cube-keys">{texts.turnHelp}</p>
      </div>

      <div class="stack">
        <section class="card stack" aria-label={texts.solve}>
          <div class="buttons">
            <Button label={texts.scramble} icon={ICONS.shuffle} onClick={() => void scramble()} />
            {kind === 'cube2' ? (
              <Button
                primary
                label={texts.solveOptimal}
                icon={ICONS.solve}
                disabled={!usable || search.busy}
                onClick={() => solve(true)}
              />
            ) : (
              <>
                <Button
                  primary
                  label={texts.solveTwoPhase}
                  icon={ICONS.solve}
                  disabled={!usable || search.busy}
                  onClick={() => solve(false)}
                />
                {enginePlace.value === 'server' && (
                  <Button label={texts.solveOptimal} disabled={!usable || search.busy} onClick={() => solve(true)} />
                )}
              </>
            )}
          </div>
          <AlgorithmField side={side} turns={solution} onTurns={playAlgorithm} />
          <State verdict={verdict} solved={solved} />
          {search.busy && (
            <div class="stack" role="status">
              <ProgressBar
                label={texts.working}
                value={search.progress ? search.progress.fraction : (search.table?.share ?? null)}
              />
              <div class="buttons">
                <span class="quiet small number">
                  {search.progress ? (
                    texts.progress(search.progress.best, search.progress.seconds)
                  ) : (
                    <Preparing table={search.table} kind={kind} />
                  )}
                </span>
                <Button label={texts.cancel} onClick={search.cancel} />
              </div>
            </div>
          )}
          {search.cancelled && <p role="status">{texts.cancelled(search.progress)}</p>}
          {search.problem !== null && (
            <p class="error" role="alert">
              {search.problem}
            </p>
          )}
          {solution.length > 0 && (
            <>
              <p class="number">
                {latest
                  ? texts.found(
                      costOf(solution, metric),
                      latest.proven && latest.turns.length === solution.length,
                      latest.algorithm,
                      latest.seconds,
                    )
                  : texts.position(at, solution.length)}
              </p>
              <SolutionPlayer
                turns={solution}
                {...{ at, playing, speed }}
                onMove={moveTo}
                onPlaying={setPlaying}
                onSpeed={setSpeed}
              />
            </>
          )}
          <details>
            <summary>{texts.options}</summary>
            <div class="stack">
              <Segments
                label={texts.metric}
                value={metric}
                choices={(['half', 'quarter'] as const).map((value) => ({
                  value,
                  label: texts.metrics[value] ?? value,
                }))}
                onChange={(value) => {
                  set('metric', value === 'half' ? undefined : value);
                  setLatest(null);
                }}
              />
              {kind === 'cube3' && (
                <>
                  <Segments
                    label={texts.improving}
                    value={String(seconds)}
                    choices={IMPROVE.map((value) => ({ value: String(value), label: texts.seconds(value) }))}
                    onChange={(value) => setSeconds(Number(value))}
                  />
                  {metric === 'quarter' && <p class="quiet small">{texts.quarterTwoPhase}</p>}
                  {enginePlace.value !== 'server' && <p class="quiet small">{texts.optimalServer}</p>}
                </>
              )}
            </div>
          </details>
        </section>

        <section class="card stack" aria-label={texts.net}>
          <div class="net-head">
            <h2>{texts.net}</h2>
            <Button
              label={editing ? texts.editDone : texts.edit}
              icon={editing ? ICONS.check : ICONS.edit}
              pressed={editing}
              onClick={() => setEditing(!editing)}
            />
          </div>
          <Net
            {...{ stickers, side }}
            label={texts.netLabel(texts.kinds[kind] ?? kind)}
            onPaint={
              editing
                ? (index, chosen) => {
                    if (chosen) setColour(chosen);
                    replace(stickers.slice(0, index) + (chosen ?? colour) + stickers.slice(index + 1));
                  }
                : null
            }
          />
          {editing && <Editor {...{ stickers, side, colour }} onColour={setColour} onStickers={replace} />}
        </section>
      </div>
    </div>
  );
}

function State({ verdict, solved }: { verdict: ReturnType<typeof useVerdict>; solved: boolean }) {
  if (!verdict) return <p class="quiet cube-state">{'\u00a0'}</p>;
  if (!verdict.solvable) {
    return (
      <div class="cube-impossible" role="alert">
        <strong>{texts.impossible}</strong>
        <p>{sentence(withColours(verdict.message ?? ''))}</p>
      </div>
    );
  }
  if (solved) return <p class="good cube-state">{texts.solvedState}</p>;
  return <p class="quiet cube-state">{verdict.distance === null ? texts.valid : texts.distance(verdict.distance)}</p>;
}

/** The preparation before the search, and its time. */
function Preparing({ table, kind }: { table: TableProgress | null; kind: Kind }) {
  const [began] = useState(performance.now());
  const seconds = useSecondsSince(began);
  const what = table
    ? shared.common.table(table.table, formatPercent(table.share))
    : kind === 'cube3' && enginePlace.value !== 'server'
      ? texts.preparing
      : texts.working;
  return <>{texts.since(what, seconds)}</>;
}

/** A message of the solver with the colours of this cube beside their letters. */
function withColours(text: string): string {
  return text.replace(/\bcolour ([URFDLB])\b/g, (_, face: Face) => texts.colourNamed(texts.colour[face] ?? face, face));
}

/** A message of the solver as a sentence. */
function sentence(text: string): string {
  return text === '' ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
