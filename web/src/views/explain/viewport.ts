/** Moving and enlarging a drawing by pointers, by the wheel and by buttons. */

import { useEffect, useRef, useState } from 'preact/hooks';

export interface Transform {
  x: number;
  y: number;
  scale: number;
}

export interface Extent {
  width: number;
  height: number;
}

/** `follow` keeps the current node visible, `fit` shows all nodes, `free` stays where the reader moved it. */
export type Mode = 'follow' | 'fit' | 'free';

const MARGIN = 12;
/** Room for the buttons at the lower edge. */
const BELOW = 52;
const MIN = 0.1;
const MAX = 3;

/** The transform that shows the whole drawing, not enlarged. */
export function fitting(extent: Extent, box: Extent): Transform {
  const scale = Math.min(1.25, (box.width - 2 * MARGIN) / extent.width, (box.height - MARGIN - BELOW) / extent.height);
  const clamped = Math.max(MIN, scale || MIN);
  return { scale: clamped, x: (box.width - extent.width * clamped) / 2, y: MARGIN };
}

/** The transform that centres a point, without room beyond the edges of the drawing. */
export function following(point: { x: number; y: number }, extent: Extent, box: Extent, scale: number): Transform {
  const along = (at: number, size: number, room: number, anchor: number, after: number): number => {
    if (size * scale + MARGIN + after <= room) return anchor === 0.5 ? (room - size * scale) / 2 : MARGIN;
    const target = room * anchor - at * scale;
    return Math.min(MARGIN, Math.max(room - after - size * scale, target));
  };
  return {
    scale,
    x: along(point.x, extent.width, box.width, 0.5, MARGIN),
    y: along(point.y, extent.height, box.height, 0.55, BELOW),
  };
}

/** The transform enlarged by a factor around a point of the box. */
export function zoomed({ x, y, scale }: Transform, factor: number, around: { x: number; y: number }): Transform {
  const next = Math.min(MAX, Math.max(MIN, scale * factor));
  const ratio = next / scale;
  return { scale: next, x: around.x - (around.x - x) * ratio, y: around.y - (around.y - y) * ratio };
}

export function useViewport() {
  const element = useRef<SVGSVGElement>(null);
  const [transform, move] = useState<Transform>({ x: 0, y: 0, scale: 1 });
  const [mode, setMode] = useState<Mode>('follow');
  const [box, setBox] = useState<Extent>({ width: 600, height: 400 });
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const dragged = useRef(false);

  useEffect(() => {
    const svg = element.current;
    if (!svg) return;
    const observer = new ResizeObserver(() => setBox({ width: svg.clientWidth, height: svg.clientHeight }));
    observer.observe(svg);
    // The page scrolls with the wheel; the drawing is enlarged with Ctrl, or by pinching.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const bounds = svg.getBoundingClientRect();
      setMode('free');
      move((before) =>
        zoomed(before, Math.exp(-event.deltaY / 200), {
          x: event.clientX - bounds.left,
          y: event.clientY - bounds.top,
        }),
      );
    };
    svg.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      svg.removeEventListener('wheel', wheel);
    };
  }, [element.current !== null]);

  const spread = (): number => {
    const [a, b] = [...pointers.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  const handlers = {
    onPointerDown(event: PointerEvent) {
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      dragged.current = false;
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
      if (!dragged.current && Math.hypot(dx, dy) < 5) return;
      if (!dragged.current) element.current?.setPointerCapture(event.pointerId);
      dragged.current = true;
      setMode('free');
      const width = spread();
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pointers.current.size === 2 && width > 0) {
        const bounds = element.current?.getBoundingClientRect();
        const points = [...pointers.current.values()];
        const middle = {
          x: points.reduce((s, p) => s + p.x, 0) / 2 - (bounds?.left ?? 0),
          y: points.reduce((s, p) => s + p.y, 0) / 2 - (bounds?.top ?? 0),
        };
        move((old) => zoomed(old, spread() / width, middle));
      } else {
        move((old) => ({ ...old, x: old.x + dx, y: old.y + dy }));
      }
    },
    onPointerUp(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
    },
    onPointerCancel(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
    },
    onClickCapture(event: MouseEvent) {
      // The end of a drag is not a click.
      if (dragged.current) event.stopPropagation();
      dragged.current = false;
    },
  };
  const zoom = (factor: number) => {
    setMode('free');
    move((before) => zoomed(before, factor, { x: box.width / 2, y: box.height / 2 }));
  };
  return { element, transform, move, mode, setMode, box, handlers, zoom };
}
