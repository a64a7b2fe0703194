import { describe, expect, it } from 'vitest';
import { ROTATIONS, rotateCube, rotationBetween, turnBefore } from './holding';
import { nearestDirection, turnOfDrag } from './drag';
import { colourCounts, FACES, isSolved, places, sideOf, solvedStickers, turn, turnAll, type Turn } from './stickers';
import { readCube } from './text';
import { appendTurn, costOf, formatTurns, inverse, parseAlgorithm, parseTurns, turnOfKey } from './turns';

const turns = (text: string): Turn[] => parseTurns(text) ?? [];

describe('turns of stickers', () => {
  it('equal those of the solver', () => {
    // As `loyd check --puzzle cube3` prints the cube after these turns.
    expect(turnAll(solvedStickers(3), turns('R U F'))).toBe('UUUUUULLDFBBFRRFRRFFRFFRDDRRRUDDBDDBFFDLLDLLBLLLUBBUBB');
    expect(turnAll(solvedStickers(3), turns("L2 F2 U' R2 U' L2 D2 B2 D F L R' U' B D F2 U B L R2"))).toBe(
      'RURFURLLRDBUBRLFDLBFFFFUULUBBLDDBBFDBUUDLDDLRFRDUBRFRL',
    );
    expect(turnAll(solvedStickers(2), turns('R U F'))).toBe('UULDFBFRFRDRRUDBFDLBLLUB');
  });
  it.each([2, 3])('of a cube of side %i have order 4, and their inverses', (side) => {
    for (const face of FACES) {
      const once = turn(solvedStickers(side), { face, quarters: 1 });
      expect(once).not.toBe(solvedStickers(side));
      expect(turn(once, { face, quarters: 3 })).toBe(solvedStickers(side));
      expect(turn(turn(once, { face, quarters: 1 }), { face, quarters: 2 })).toBe(solvedStickers(side));
    }
  });
  it('have the known orders of sequences', () => {
    const order = (text: string): number => {
      let [cube, count] = [solvedStickers(3), 0];
      do {
        cube = turnAll(cube, turns(text));
        count++;
      } while (!isSolved(cube));
      return count;
    };
    expect(order('R U')).toBe(105);
    expect(order("R U R' U'")).toBe(6);
  });
  it('keep the number of each colour', () => {
    expect(colourCounts(turnAll(solvedStickers(3), turns("R U2 F' D L B")))).toEqual({
      U: 9,
      R: 9,
      F: 9,
      D: 9,
      L: 9,
      B: 9,
    });
  });
});

describe('wide turns, slices and rotations', () => {
  const after = (text: string, side = 3) => turnAll(solvedStickers(side), turns(text));
  it.each([
    ['Rw', "L x"],
    ['r', 'Rw'],
    ['Uw', 'D y'],
    ['Fw', 'B z'],
    ['M', "R L' x'"],
    ['E', "U D' y'"],
    ['S', "F' B z"],
    ["M'", "Rw R'"],
    ['x y', 'y z'],
  ])('%s equals %s', (one, other) => expect(after(one)).toBe(after(other)));
  it('turn the whole 2x2x2 if they are wide', () => expect(after('Rw', 2)).toBe(after('x', 2)));
  it('are written as they are read, and cost what their turns of faces cost', () => {
    const text = "Rw U2 M' E S2 x y' z2";
    expect(formatTurns(turns(text))).toBe(text);
    expect(formatTurns(turns(text.replaceAll(' ', '')))).toBe(text);
    expect(costOf(turns(text), 'half')).toBe(8);
    expect(turnAll(after(text), turns(text).toReversed().map(inverse))).toBe(solvedStickers(3));
    expect(turnOfKey('m', true)).toEqual(turns("M'")[0]);
    expect(turnOfKey('x', false)).toEqual(turns('x')[0]);
  });
  it('have an end in their text', () => {
    expect(parseAlgorithm("R U' (Rw2)")?.map(({ end }) => end)).toEqual([1, 4, 9]);
    expect(parseAlgorithm('R Q')).toBeNull();
  });
});

describe('a solved cube', () => {
  it('may be held in any way', () => {
    expect(isSolved('RRRRFFFFUUUULLLLBBBBDDDD')).toBe(true);
    expect(isSolved('RRRRFFFUUUUFLLLLBBBBDDDD')).toBe(false);
  });
  it('has 24 or 54 stickers', () => {
    expect([sideOf(solvedStickers(2)), sideOf(solvedStickers(3)), sideOf('URF')]).toEqual([2, 3, null]);
  });
});

describe('notation', () => {
  it('is read with and without spaces', () => {
    expect(formatTurns(turns("RU'F2 D, L2' B’"))).toBe("R U' F2 D L2 B'");
    expect(parseTurns('R X')).toBeNull();
  });
  it('counts half turns by the metric', () => {
    expect(costOf(turns("R U2 F'"), 'half')).toBe(3);
    expect(costOf(turns("R U2 F'"), 'quarter')).toBe(4);
  });
  it('joins turns of one face', () => {
    expect(formatTurns(appendTurn(turns('R U'), { face: 'U', quarters: 1 }))).toBe('R U2');
    expect(formatTurns(appendTurn(turns("R U'"), { face: 'U', quarters: 1 }))).toBe('R');
  });
  it('has a key for each face', () => {
    expect(turnOfKey('r', false)).toEqual({ face: 'R', quarters: 1 });
    expect(turnOfKey('R', true)).toEqual({ face: 'R', quarters: 3 });
    expect(turnOfKey('q', false)).toBeNull();
  });
  it('has inverses', () => {
    for (const step of turns("R R' R2"))
      expect(turn(turn(solvedStickers(3), step), inverse(step))).toBe(solvedStickers(3));
  });
});

describe('a drag over a sticker', () => {
  const directions = { up: [0, 1, 0], right: [1, 0, 0] } as const;
  it('turns the layer of the sticker in its direction', () => {
    // The right column of the front, dragged up: R. Its upper row, dragged to the right: U'.
    expect(turnOfDrag(3, [2, 0, 2], [0, 0, 1], directions.up)).toEqual({ face: 'R', quarters: 1 });
    expect(turnOfDrag(3, [-2, 0, 2], [0, 0, 1], directions.up)).toEqual({ face: 'L', quarters: 3 });
    expect(turnOfDrag(3, [0, 2, 2], [0, 0, 1], directions.right)).toEqual({ face: 'U', quarters: 3 });
    expect(turnOfDrag(2, [1, -1, 1], [0, 0, 1], directions.right)).toEqual({ face: 'D', quarters: 1 });
    expect(turnOfDrag(3, [0, 0, 2], [0, 0, 1], directions.up)).toBeNull();
  });
  it('moves the sticker where it was dragged', () => {
    for (const side of [2, 3]) {
      places(side).forEach((place, from) => {
        for (const axis of [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
          [-1, 0, 0],
          [0, -1, 0],
          [0, 0, -1],
        ] as const) {
          if (axis.some((part, i) => part !== 0 && place.normal[i] !== 0)) continue;
          const step = turnOfDrag(side, place.cube, place.normal, axis);
          if (!step) continue;
          const marked = turn('.'.repeat(from) + 'x' + '.'.repeat(6 * side * side - from - 1), step);
          const to = places(side)[marked.indexOf('x')];
          // It has come to the face towards which it was dragged.
          expect(to?.normal).toEqual(axis);
        }
      });
    }
  });
  it('follows the nearest direction on the screen', () => {
    const both = [
      { vector: directions.right, screen: [1, 0.2] as const },
      { vector: directions.up, screen: [0, -1] as const },
    ];
    expect(nearestDirection([0.1, 5], both)).toEqual([0, -1, 0]);
    expect(nearestDirection([5, 0], both)).toEqual([1, 0, 0]);
  });
});

describe('a cube held in another way', () => {
  it('has 24 holdings', () => {
    expect(
      new Set(ROTATIONS.map((rotation) => rotateCube(turnAll(solvedStickers(3), turns('R U F')), rotation))).size,
    ).toBe(24);
  });
  it('is turned by translated turns', () => {
    const scrambled = turnAll(solvedStickers(2), turns("R U2 F' L D"));
    for (const rotation of ROTATIONS) {
      const other = rotateCube(scrambled, rotation);
      expect(rotationBetween(scrambled, other)).not.toBeNull();
      for (const step of turns("R U' F2 L D B")) {
        expect(rotateCube(turn(scrambled, turnBefore(step, rotation)), rotation)).toBe(turn(other, step));
      }
    }
  });
  it('is another cube if colours differ', () => {
    expect(rotationBetween(solvedStickers(2), turnAll(solvedStickers(2), turns('R')))).toBeNull();
  });
});

describe('a cube as text', () => {
  it('is stickers or turns', () => {
    expect(readCube(' uuuu rrrr ffff dddd llll bbbb ', 2)).toBe(solvedStickers(2));
    expect(readCube("R U R' U'", 3)).toBe(turnAll(solvedStickers(3), turns("R U R' U'")));
    expect(readCube('UUUURRRRFFFFDDDDLLLLBBBB', 3)).toBeNull();
    expect(readCube("RU'F2", 3)).toBe(turnAll(solvedStickers(3), turns("R U' F2")));
    expect([readCube('', 3), readCube('hello', 3), readCube('UUUUX', 2)]).toEqual([null, null, null]);
  });
});
