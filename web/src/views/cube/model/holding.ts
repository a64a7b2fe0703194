/**
 * Rotations of the whole cube. The solver holds a cube in one way (a 2x2x2 with the corner DBL in place),
 * the reader may hold it in another: turns are translated from one to the other.
 */

import { cross, faceWith, normalOf, places, sideOf, type Face, type Turn, type Vector } from './stickers';

/** The images of the axes x, y and z. */
type Rotation = readonly [Vector, Vector, Vector];

const UNITS: readonly Vector[] = (['R', 'U', 'F', 'L', 'D', 'B'] as const).map(normalOf);

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** All 24 rotations. */
export const ROTATIONS: readonly Rotation[] = UNITS.flatMap((x) =>
  UNITS.filter((y) => dot(x, y) === 0).map((y): Rotation => [x, y, cross(x, y)]),
);

function rotated([x, y, z]: Rotation, vector: Vector): Vector {
  const at = (i: 0 | 1 | 2) => x[i] * vector[0] + y[i] * vector[1] + z[i] * vector[2] + 0;
  return [at(0), at(1), at(2)];
}

/** The stickers of a cube after it was rotated as a whole. */
export function rotateCube(stickers: string, rotation: Rotation): string {
  const side = sideOf(stickers) ?? 3;
  const all = places(side);
  const index = new Map(all.map((place, i) => [`${place.cube}|${place.normal}`, i]));
  const after = [...stickers];
  all.forEach((place, from) => {
    const to = index.get(`${rotated(rotation, place.cube)}|${rotated(rotation, place.normal)}`) ?? from;
    after[to] = stickers[from] ?? '';
  });
  return after.join('');
}

/** The rotation from one cube to another; null if the cubes differ. */
export function rotationBetween(from: string, to: string): Rotation | null {
  return ROTATIONS.find((rotation) => rotateCube(from, rotation) === to) ?? null;
}

/** The turn that has the effect of `turn` if the cube is held as before the rotation. */
export function turnBefore(turn: Turn, rotation: Rotation): Turn {
  const target = normalOf(turn.face);
  const face = UNITS.map(faceWith).find(
    (name): name is Face => name !== null && dot(rotated(rotation, normalOf(name)), target) === 1,
  );
  return { face: face ?? turn.face, quarters: turn.quarters };
}
