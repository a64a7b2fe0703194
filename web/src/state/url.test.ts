import { describe, expect, it } from 'vitest';
import { parseMoves } from '../puzzle/moves';
import { parseBoard } from '../puzzle/notation';
import { DEFAULT_STATE, decodeState, encodeState, type PageState } from './url';

const state = (changes: Partial<PageState>): PageState => ({ ...DEFAULT_STATE, ...changes });

describe('the address', () => {
  it('is short for the default state', () => {
    expect(encodeState(DEFAULT_STATE)).toBe('#board');
    expect(decodeState('')).toEqual({ state: DEFAULT_STATE, problems: [] });
  });

  it.each([
    state({ view: 'solve', algorithm: 'wastar(3)', heuristic: 'max(manhattan,walking-distance)' }),
    state({ view: 'race', lanes: [{ algorithm: 'wastar(1.5)', heuristic: 'pdb:6-6-3' }] }),
    state({ start: parseBoard('1 2 3 / 4 0 5'), goal: 'blank-first', metric: 'multi', moves: parseMoves('D L R2') }),
    state({ start: parseBoard('0 1 2 / 3 4 5'), goal: '5 4 3 2 1 0' }),
    state({ start: parseBoard(Array.from({ length: 100 }, (_, tile) => tile).join(' ')) }),
    state({ view: 'cube', parameters: { 'cube.scramble': "R U' F2" } }),
  ])('keeps the whole state: %#', (original) => {
    const hash = encodeState(original);
    const { state: read, problems } = decodeState(hash);
    expect(problems).toEqual([]);
    expect(read).toEqual(original);
  });

  it('needs no escapes in common addresses', () => {
    const hash = encodeState(state({ view: 'race', lanes: [{ algorithm: 'wastar(3)', heuristic: 'pdb:6-6-3' }] }));
    expect(hash).toBe('#race?lanes=wastar(3)~pdb:6-6-3');
  });

  it('of a lesson has its name and its step, without the board of the game', () => {
    const start = parseBoard('1 2 3 / 4 0 5');
    const hash = encodeState(state({ view: 'explain', start, parameters: { 'explain.lesson': 'a-star/3', 'explain.at': '4' } }));
    expect(hash).toBe('#lesson=a-star/3?explain.at=4');
    const { state: read, problems } = decodeState(hash);
    expect(problems).toEqual([]);
    expect(read).toEqual(state({ view: 'explain', parameters: { 'explain.lesson': 'a-star/3', 'explain.at': '4' } }));
  });

  it('keeps parameters of the current view', () => {
    const parameters = { 'race.mode': 'step', 'cube.scramble': 'R' };
    expect(encodeState(state({ view: 'race', parameters }))).toBe('#race?race.mode=step');
  });

  it.each([
    ['#nowhere', /does not exist/],
    ['#board?board=1232', /board.*appears twice/],
    ['#board?board=1 2 3 4 5 0', /board.*no size/],
    ['#board?size=11x3', /2x2 to 10x10/],
    ['#board?metric=double', /single, multi/],
    ['#board?goal=first', /goal/],
    ['#board?moves=DDDDDD', /move 3 is not possible/],
    ['#board?moves=Q', /not a move/],
    ['#solve?algorithm=%3Cscript%3E', /not the name/],
    ['#race?lanes=a~b;a~b;a~b;a~b;a~b;a~b;a~b', /at most 6 lanes/],
    ['#board?board=%E0%A4%A', /unreadable/],
  ])('replaces the wrong value in %s and reports it', (hash, message) => {
    const { state: read, problems } = decodeState(hash);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(message);
    expect(read).toEqual({ ...DEFAULT_STATE, view: read.view });
  });

  it('keeps valid values beside a wrong one', () => {
    const { state: read, problems } = decodeState('#solve?board=1230&metric=triple&algorithm=astar');
    expect(problems).toHaveLength(1);
    expect(read).toMatchObject({ view: 'solve', algorithm: 'astar', metric: 'single', start: { width: 2 } });
  });

  it('takes a solved board for a size alone', () => {
    expect(decodeState('#board?size=3x2').state.start).toEqual(parseBoard('1 2 3 / 4 5 0'));
  });
});
