/** The cube in space, drawn with three.js: turned by dragging a sticker, looked at by dragging beside it. */

import {
  AmbientLight,
  BoxGeometry,
  DirectionalLight,
  Group,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Shape,
  ShapeGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { nearestDirection, turnOfDrag } from './model/drag';
import { FACES, inLayer, normalOf, places, type Face, type Turn, type Vector } from './model/stickers';

export interface CubeScene {
  /** Shows a cube at once. */
  show(stickers: string): void;
  /** Shows a turn of the cube that is shown, then the cube after it. */
  animate(turn: Turn, after: string, milliseconds: number): Promise<void>;
  setColours(colours: Record<Face, string>, body: string): void;
  resize(): void;
  dispose(): void;
}

interface Handlers {
  onTurn: (turn: Turn) => void;
}

const START_VIEW = { azimuth: Math.PI / 5, elevation: Math.PI / 6.2 };

export function createScene(canvas: HTMLCanvasElement, side: number, handlers: Handlers): CubeScene {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const scene = new Scene();
  const camera = new PerspectiveCamera(30, 1, 1, 100);
  const light = new DirectionalLight(0xffffff, 1.3);
  scene.add(new AmbientLight(0xffffff, 2.1), light);
  const bodyMaterial = new MeshLambertMaterial({ color: 0x15181d });
  const materials = Object.fromEntries(FACES.map((face) => [face, new MeshLambertMaterial()])) as Record<
    Face,
    MeshLambertMaterial
  >;
  const { cubies, stickers } = build(side, bodyMaterial, materials);
  const turning = new Group();
  const rest = new Group();
  scene.add(turning, rest);
  for (const cubie of cubies) rest.add(cubie.mesh);

  let view = { ...START_VIEW };
  let scheduled = 0;
  let running: { finish: () => void } | null = null;

  const draw = () => {
    scheduled = 0;
    // The sphere around the cube fills the picture.
    const distance = side * 6.9;
    const { azimuth, elevation } = view;
    camera.position.set(
      distance * Math.cos(elevation) * Math.sin(azimuth),
      distance * Math.sin(elevation),
      distance * Math.cos(elevation) * Math.cos(azimuth),
    );
    camera.lookAt(0, 0, 0);
    light.position.copy(camera.position).add(new Vector3(-2, 4, 0));
    renderer.render(scene, camera);
  };
  const schedule = () => {
    scheduled ||= requestAnimationFrame(draw);
  };
  const show = (text: string) => {
    running?.finish();
    stickers.forEach((sticker, index) => {
      sticker.material = materials[(text[index] ?? 'U') as Face] ?? bodyMaterial;
    });
    schedule();
  };

  const animate = (turn: Turn, after: string, milliseconds: number): Promise<void> => {
    running?.finish();
    const axis = normalOf(turn.face);
    const angle = turn.quarters === 3 ? Math.PI / 2 : (-Math.PI / 2) * turn.quarters;
    const moved = cubies.filter(({ cube }) => inLayer(side, turn, cube));
    for (const { mesh } of moved) turning.add(mesh);
    return new Promise((resolve) => {
      const begin = performance.now();
      let frame = 0;
      const finish = () => {
        cancelAnimationFrame(frame);
        running = null;
        turning.rotation.set(0, 0, 0);
        for (const { mesh } of moved) rest.add(mesh);
        show(after);
        resolve();
      };
      running = { finish };
      const step = () => {
        const share = milliseconds <= 0 ? 1 : Math.min(1, (performance.now() - begin) / milliseconds);
        const eased = share * share * (3 - 2 * share);
        turning.setRotationFromAxisAngle(new Vector3(...axis), angle * eased);
        if (share >= 1) finish();
        else {
          draw();
          frame = requestAnimationFrame(step);
        }
      };
      step();
    });
  };

  const resize = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    schedule();
  };

  const stopPointers = followPointers(canvas, camera, stickers, side, {
    onTurn: handlers.onTurn,
    onOrbit: (dx, dy) => {
      const max = Math.PI / 2 - 0.05;
      view = {
        azimuth: view.azimuth - dx * 0.008,
        elevation: Math.max(-max, Math.min(max, view.elevation + dy * 0.008)),
      };
      schedule();
    },
  });

  return {
    show,
    animate,
    resize,
    setColours(colours, body) {
      for (const face of FACES) materials[face].color.set(colours[face]);
      bodyMaterial.color.set(body);
      schedule();
    },
    dispose() {
      running?.finish();
      cancelAnimationFrame(scheduled);
      stopPointers();
      renderer.dispose();
    },
  };
}

interface Cubie {
  cube: Vector;
  mesh: Group;
}

function build(
  side: number,
  body: MeshLambertMaterial,
  materials: Record<Face, MeshLambertMaterial>,
): { cubies: Cubie[]; stickers: Mesh[] } {
  const box = new BoxGeometry(1.97, 1.97, 1.97);
  const square = new ShapeGeometry(rounded(0.86, 0.2), 6);
  const cubies = new Map<string, Cubie>();
  const stickers = places(side).map(({ cube, normal }, index) => {
    const key = cube.join();
    let cubie = cubies.get(key);
    if (!cubie) {
      const mesh = new Group();
      mesh.position.set(...cube);
      mesh.add(new Mesh(box, body));
      cubie = { cube, mesh };
      cubies.set(key, cubie);
    }
    const sticker = new Mesh(square, materials.U);
    const outward = new Vector3(...normal);
    sticker.position.copy(outward).multiplyScalar(0.995);
    sticker.lookAt(outward.clone().multiplyScalar(2));
    sticker.userData['index'] = index;
    cubie.mesh.add(sticker);
    return sticker;
  });
  return { cubies: [...cubies.values()], stickers };
}

/** A square with round corners, from -half to half. */
function rounded(half: number, radius: number): Shape {
  const shape = new Shape();
  const [near, far] = [half - radius, half];
  shape.moveTo(-near, -far);
  shape.lineTo(near, -far).quadraticCurveTo(far, -far, far, -near);
  shape.lineTo(far, near).quadraticCurveTo(far, far, near, far);
  shape.lineTo(-near, far).quadraticCurveTo(-far, far, -far, near);
  shape.lineTo(-far, -near).quadraticCurveTo(-far, -far, -near, -far);
  return shape;
}

interface PointerHandlers {
  onTurn: (turn: Turn) => void;
  onOrbit: (dx: number, dy: number) => void;
}

/** Pixels after which a drag over a sticker is a turn. */
const TURN_AFTER = 14;

function followPointers(
  canvas: HTMLCanvasElement,
  camera: PerspectiveCamera,
  stickers: Mesh[],
  side: number,
  handlers: PointerHandlers,
): () => void {
  const raycaster = new Raycaster();
  let drag: { id: number; x: number; y: number; sticker: number | null } | null = null;

  const onDown = (event: PointerEvent) => {
    if (!event.isPrimary) return;
    const bounds = canvas.getBoundingClientRect();
    const at = new Vector2(
      ((event.clientX - bounds.left) / bounds.width) * 2 - 1,
      1 - ((event.clientY - bounds.top) / bounds.height) * 2,
    );
    raycaster.setFromCamera(at, camera);
    const hit = raycaster.intersectObjects(stickers, false)[0];
    drag = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      sticker: (hit?.object.userData['index'] as number | undefined) ?? null,
    };
    canvas.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    if (!drag || drag.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (drag.sticker === null) {
      handlers.onOrbit(dx, dy);
      drag = { ...drag, x: event.clientX, y: event.clientY };
      return;
    }
    if (Math.hypot(dx, dy) < TURN_AFTER) return;
    const turn = turnTowards(drag.sticker, [dx, dy], side, camera, canvas);
    if (turn) {
      handlers.onTurn(turn);
      drag = null;
    } else {
      // The slice between two faces does not turn: the cube is moved instead.
      drag = { ...drag, sticker: null };
    }
  };
  const onUp = () => {
    drag = null;
  };
  canvas.addEventListener('pointerdown', onDown);
  canvas.addEventListener('pointermove', onMove);
  canvas.addEventListener('pointerup', onUp);
  canvas.addEventListener('pointercancel', onUp);
  return () => {
    canvas.removeEventListener('pointerdown', onDown);
    canvas.removeEventListener('pointermove', onMove);
    canvas.removeEventListener('pointerup', onUp);
    canvas.removeEventListener('pointercancel', onUp);
  };
}

function turnTowards(
  sticker: number,
  movement: [number, number],
  side: number,
  camera: PerspectiveCamera,
  canvas: HTMLCanvasElement,
): Turn | null {
  const place = places(side)[sticker];
  if (!place) return null;
  const centre = new Vector3(...place.cube).add(new Vector3(...place.normal));
  const onScreen = (point: Vector3): [number, number] => {
    const projected = point.clone().project(camera);
    return [(projected.x * canvas.clientWidth) / 2, (-projected.y * canvas.clientHeight) / 2];
  };
  const from = onScreen(centre);
  const axes: Vector[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const directions = axes
    .filter((axis) => !axis.some((part, i) => part !== 0 && place.normal[i] !== 0))
    .map((vector) => {
      const to = onScreen(centre.clone().add(new Vector3(...vector)));
      return { vector, screen: [to[0] - from[0], to[1] - from[1]] as const };
    });
  const along = nearestDirection(movement, directions);
  return along && turnOfDrag(side, place.cube, place.normal, along);
}
