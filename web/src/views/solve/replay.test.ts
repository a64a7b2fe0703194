import { beforeEach, describe, expect, it } from 'vitest';
import { formatMoves, parseMoves } from '../../puzzle/moves';
import { parseBoard } from '../../puzzle/notation';
import { applyMoves, boardText } from '../../puzzle/tiles';
import { current, moves, setBoard } from '../../state/store';
import { at, goTo, intermediateGoal, intermediateGoals, showSolution, shownBoard, slideByHand, solution, takeOver } from './replay';

const solved = parseBoard('1 2 3 / 4 5 6 / 7 8 0');
const scrambled = applyMoves(solved, parseMoves('D R U')).board;

describe('the replay', () => {
  beforeEach(() => {
    setBoard(scrambled, 'blank-last');
    showSolution(parseMoves('D L U'));
  });

  it('shows the boards between the moves without changing the game', () => {
    goTo(99);
    expect(at.value).toBe(3);
    expect(boardText(shownBoard.value)).toBe(boardText(solved));
    expect(boardText(current.value)).toBe(boardText(scrambled));
    goTo(-1);
    expect(boardText(shownBoard.value)).toBe(boardText(scrambled));
  });

  it('follows a played move of the solution', () => {
    slideByHand(parseMoves('D')[0]!);
    expect(at.value).toBe(1);
    expect(solution.value).not.toBeNull();
  });

  it('becomes a game after another move', () => {
    goTo(2);
    slideByHand(parseMoves('R')[0]!);
    expect(solution.value).toBeNull();
    expect(formatMoves(moves.value)).toBe('D L R');
  });

  it('continues as a game from the current move', () => {
    goTo(2);
    const board = boardText(shownBoard.value);
    takeOver();
    expect(boardText(current.value)).toBe(board);
    expect(formatMoves(moves.value)).toBe('D L');
  });

  it('names the next intermediate goal', () => {
    intermediateGoals.value = [[0, 1, 2], [3, 6], [4, 5, 7, 8]];
    goTo(0);
    expect(intermediateGoal.value).toEqual({ index: 2, of: 3, cells: [4, 5, 7, 8] });
    goTo(3);
    expect(intermediateGoal.value).toEqual({ index: 3, of: 3, cells: [] });
    intermediateGoals.value = [[4]];
    goTo(0);
    expect(intermediateGoal.value?.index).toBe(0);
  });
});
