import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Direction, Move } from '../puzzle/moves';
import { blankCell, cellsOf, columnOf, moveOfCell, room, rowOf, type Board } from '../puzzle/tiles';

/** Pixels that a pointer may tremble in a click. */
const CLICK = 6;
/** Share of a cell after which a released line slides on. */
const RELEASE = 0.33;

interface Drag {
  pointer: number;
  x: number;
  y: number;
  cell: number;
  /** The slide of the line that follows the pointer; null if the tile is not in line with the blank. */
  move: Move | null;
  tiles: { element: HTMLElement; column: number; row: number }[];
  /** Pixels that the line has moved. */
  offset: number;
}

const SIGN: Record<Direction, readonly [number, number]> = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

/**
 * Pointer events of a board. A click slides the line between a tile and the blank; a drag takes this line
 * along with the finger; a swipe elsewhere slides the tile next to the blank.
 */
export function useSlides(
  cells: RefObject<HTMLDivElement | null>,
  board: Board,
  onSlide: ((move: Move) => void) | undefined,
  onCell: ((cell: number) => void) | undefined,
) {
  const drag = useRef<Drag | null>(null);
  if (!onSlide && !onCell) return {};

  const cellAt = (event: PointerEvent): number => {
    const box = cells.current!.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * board.width);
    const row = Math.floor(((event.clientY - box.top) / box.height) * board.height);
    const within = column >= 0 && column < board.width && row >= 0 && row < board.height;
    return within ? row * board.width + column : -1;
  };

  const release = (put: boolean) => {
    for (const { element, column, row } of drag.current?.tiles ?? []) {
      element.classList.remove('dragged');
      if (put) element.style.transform = `translate(${100 * column}%, ${100 * row}%)`;
    }
    drag.current = null;
  };

  const end = (event: PointerEvent, cancelled: boolean) => {
    const now = drag.current;
    if (!now || now.pointer !== event.pointerId) return;
    const [dx, dy] = [event.clientX - now.x, event.clientY - now.y];
    const clicked = Math.hypot(dx, dy) < CLICK;
    const box = cells.current!.getBoundingClientRect();
    const length = box.width / board.width;
    const slides = !cancelled && now.move !== null && (clicked || Math.abs(now.offset) > RELEASE * length);
    release(!slides);
    if (cancelled) return;
    if (onCell) {
      if (clicked && now.cell >= 0) onCell(now.cell);
    } else if (slides) {
      onSlide?.(now.move!);
    } else if (!now.move && !clicked) {
      const direction: Direction =
        Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'R' : 'L') : dy > 0 ? 'D' : 'U';
      if (room(board, direction) > 0) onSlide?.({ direction, count: 1 });
    }
  };

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || drag.current) return;
      const cell = cellAt(event);
      const move = onCell || cell < 0 || cell === blankCell(board) ? null : moveOfCell(board, cell);
      const elements = move ? (cellsOf(board, move) ?? []) : [];
      drag.current = {
        pointer: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        cell,
        move,
        offset: 0,
        tiles: elements.flatMap((place) => {
          const element = cells.current!.querySelector<HTMLElement>(`[data-cell="${place}"]`);
          return element ? [{ element, column: columnOf(board, place), row: rowOf(board, place) }] : [];
        }),
      };
      cells.current!.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      const now = drag.current;
      if (!now?.move || now.pointer !== event.pointerId) return;
      const [sx, sy] = SIGN[now.move.direction];
      const along = (event.clientX - now.x) * sx + (event.clientY - now.y) * sy;
      const box = cells.current!.getBoundingClientRect();
      now.offset = Math.min(Math.max(along, 0), box.width / board.width);
      for (const { element, column, row } of now.tiles) {
        element.classList.add('dragged');
        element.style.transform =
          `translate(calc(${100 * column}% + ${sx * now.offset}px), calc(${100 * row}% + ${sy * now.offset}px))`;
      }
    },
    onPointerUp: (event: PointerEvent) => end(event, false),
    onPointerCancel: (event: PointerEvent) => end(event, true),
  };
}
