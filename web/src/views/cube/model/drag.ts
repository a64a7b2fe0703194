/** The turn that a drag over a sticker asks for. */

import { cross, faceWith, type Turn, type Vector } from './stickers';

const negative = ([x, y, z]: Vector): Vector => [0 - x, 0 - y, 0 - z];

/**
 * The turn that moves the sticker of a small cube, facing `normal`, in the direction `along`.
 *
 * A right-handed rotation about `axis = normal × along` moves the sticker along `along`. Clockwise
 * turns are left-handed about the outward normal. Null for a slice between two faces.
 */
export function turnOfDrag(side: number, cube: Vector, normal: Vector, along: Vector): Turn | null {
  const axis = cross(normal, along);
  const layer = cube[0] * axis[0] + cube[1] * axis[1] + cube[2] * axis[2];
  if (layer === side - 1) {
    const face = faceWith(clean(axis));
    return face && { face, quarters: 3 };
  }
  if (layer === -(side - 1)) {
    const face = faceWith(clean(negative(axis)));
    return face && { face, quarters: 1 };
  }
  return null;
}

/** Without negative zeros, which differ from zero for some comparisons. */
function clean([x, y, z]: Vector): Vector {
  return [x + 0, y + 0, z + 0];
}

/** Of two directions of a face as they appear on the screen, the one nearest to a movement, signed. */
export function nearestDirection(
  movement: readonly [number, number],
  directions: readonly { vector: Vector; screen: readonly [number, number] }[],
): Vector | null {
  let best: { vector: Vector; value: number } | null = null;
  for (const { vector, screen } of directions) {
    const length = Math.hypot(screen[0], screen[1]);
    if (length === 0) continue;
    const value = (movement[0] * screen[0] + movement[1] * screen[1]) / length;
    if (!best || Math.abs(value) > Math.abs(best.value)) best = { vector, value };
  }
  if (!best) return null;
  return best.value >= 0 ? best.vector : clean(negative(best.vector));
}
