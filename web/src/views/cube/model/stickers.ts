/**
 * Cubes as stickers, moved by geometry.
 *
 * The frame: x to the right, y up, z to the front; small cubes are two units apart. Stickers are
 * numbered face by face in the order U R F D L B, each face in reading order as it is drawn in the
 * standard net: U with the back at its upper edge, D with the front at its upper edge, the others with U at
 * their upper edge.
 */

export const FACES = ['U', 'R', 'F', 'D', 'L', 'B'] as const;
export type Face = (typeof FACES)[number];
export type Vector = readonly [number, number, number];

/** The layers that turn with a face: the two outer ones, the middle one alone, or all of them. */
export type Layers = 'wide' | 'slice' | 'all';

/** A turn by 1, 2 or 3 quarters clockwise, as seen from outside the face: of its layer, or of other layers with it. */
export interface Turn {
  face: Face;
  quarters: 1 | 2 | 3;
  layers?: Layers;
}

/** A place for a sticker: the small cube, and the direction that the sticker faces. */
export interface Place {
  cube: Vector;
  normal: Vector;
}

const NORMALS: Record<Face, Vector> = {
  U: [0, 1, 0],
  R: [1, 0, 0],
  F: [0, 0, 1],
  D: [0, -1, 0],
  L: [-1, 0, 0],
  B: [0, 0, -1],
};

/** Directions of rows and columns on a face as it is drawn: to the right, and down. */
const DRAWN: Record<Face, readonly [Vector, Vector]> = {
  U: [
    [1, 0, 0],
    [0, 0, 1],
  ],
  R: [
    [0, 0, -1],
    [0, -1, 0],
  ],
  F: [
    [1, 0, 0],
    [0, -1, 0],
  ],
  D: [
    [1, 0, 0],
    [0, 0, -1],
  ],
  L: [
    [0, 0, 1],
    [0, -1, 0],
  ],
  B: [
    [-1, 0, 0],
    [0, -1, 0],
  ],
};

export function normalOf(face: Face): Vector {
  return NORMALS[face];
}

/** The face with this normal. */
export function faceWith(normal: Vector): Face | null {
  return FACES.find((face) => NORMALS[face].every((part, i) => part === normal[i])) ?? null;
}

const combine = (parts: readonly (readonly [number, Vector])[]): Vector => {
  const at = (i: 0 | 1 | 2) => parts.reduce((sum, [factor, vector]) => sum + factor * vector[i], 0);
  return [at(0), at(1), at(2)];
};

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const placesOfSide = new Map<number, Place[]>();

/** Every place of a cube with `side` small cubes along an edge, in the order of stickers. */
export function places(side: number): readonly Place[] {
  let places = placesOfSide.get(side);
  if (!places) {
    const last = side - 1;
    places = FACES.flatMap((face) => {
      const [right, down] = DRAWN[face];
      return Array.from({ length: side * side }, (_, index) => {
        const [row, column] = [Math.floor(index / side), index % side];
        const cube = combine([
          [last, NORMALS[face]],
          [2 * column - last, right],
          [2 * row - last, down],
        ]);
        return { cube, normal: NORMALS[face] };
      });
    });
    placesOfSide.set(side, places);
  }
  return places;
}

/** True if a turn moves a small cube. */
export function inLayer(side: number, { face, layers }: Turn, cube: Vector): boolean {
  const place = dot(cube, NORMALS[face]);
  switch (layers) {
    case 'all':
      return true;
    case 'wide':
      return place >= side - 3;
    case 'slice':
      return place === 0;
    default:
      return place === side - 1;
  }
}

/** A vector after a quarter turn about an axis, clockwise as seen from its tip. */
function turned(vector: Vector, axis: Vector): Vector {
  return combine([
    [dot(vector, axis), axis],
    [1, cross(vector, axis)],
  ]);
}

const permutations = new Map<string, number[]>();

/** For each sticker, the place that a quarter of a turn takes it to. */
function quarterTurn(side: number, turn: Turn): number[] {
  const { face, layers = '' } = turn;
  const key = `${side}${face}${layers}`;
  let permutation = permutations.get(key);
  if (!permutation) {
    const all = places(side);
    const index = new Map(all.map((place, i) => [`${place.cube}|${place.normal}`, i]));
    const axis = NORMALS[face];
    permutation = all.map((place, from) => {
      if (!inLayer(side, turn, place.cube)) return from;
      return index.get(`${turned(place.cube, axis)}|${turned(place.normal, axis)}`) ?? from;
    });
    permutations.set(key, permutation);
  }
  return permutation;
}

/** The side of a cube with this number of stickers; null if no cube has it. */
export function sideOf(stickers: string): 2 | 3 | null {
  return stickers.length === 24 ? 2 : stickers.length === 54 ? 3 : null;
}

export function solvedStickers(side: number): string {
  return FACES.map((face) => face.repeat(side * side)).join('');
}

/** True if every face shows one colour, however the cube is held. */
export function isSolved(stickers: string): boolean {
  const area = stickers.length / 6;
  return FACES.every((_, face) => new Set(stickers.slice(face * area, (face + 1) * area)).size === 1);
}

export function turn(stickers: string, step: Turn): string {
  const side = sideOf(stickers);
  if (side === null) return stickers;
  const to = quarterTurn(side, step);
  let now = [...stickers];
  for (let i = 0; i < step.quarters; i++) {
    const next = now.slice();
    now.forEach((sticker, from) => {
      next[to[from] ?? from] = sticker;
    });
    now = next;
  }
  return now.join('');
}

export function turnAll(stickers: string, turns: readonly Turn[]): string {
  return turns.reduce(turn, stickers);
}

/** The number of stickers of each colour. */
export function colourCounts(stickers: string): Record<Face, number> {
  const counts: Record<Face, number> = { U: 0, R: 0, F: 0, D: 0, L: 0, B: 0 };
  for (const sticker of stickers) if (sticker in counts) counts[sticker as Face]++;
  return counts;
}
