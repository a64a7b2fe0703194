import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Move } from '../puzzle/moves';
import { blankCell, columnOf, goalCells, isJump, moveOfCell, rowOf, sizeLabel, type Board } from '../puzzle/tiles';
import { texts } from '../texts';
import { useSlides } from './board-pointer';
import { tileColour } from './tile-colour';

export interface BoardDrawingProps {
  board: Board;
  /** The goal: tiles on their goal cells are green. */
  goal?: Board;
  /** The name for screen readers; the size by default. */
  label?: string;
  face?: 'numbers' | 'colours' | 'picture';
  /** Address of the picture of `face="picture"`. */
  picture?: string | null;
  /** Tiles in place are not coloured if false. */
  showPlaced?: boolean;
  /** Cells with an outline, such as those of an intermediate goal. */
  outlined?: readonly number[];
  /** Tiles that stand out, such as pairs of an inversion. */
  marked?: readonly number[];
  /** The tiles of a hint. */
  hinted?: readonly number[];
  /** The tile that is selected for an exchange. */
  selected?: number | null;
  /** Duration of a slide in milliseconds, instead of that of the page. */
  moveTime?: number;
  small?: boolean;
  /** Plays the wave of a solved board. */
  celebrate?: boolean;
  /** Called with the slide that a click, a swipe or a drag asks for; without it the board is a drawing. */
  onSlide?: (move: Move) => void;
  /** Called with the cell that was clicked, instead of sliding. */
  onCell?: (cell: number) => void;
  /** Shapes above the tiles, in a coordinate system of one unit a cell. */
  overlay?: ComponentChildren;
}

/** The board that was drawn before this one. */
function useLast(board: Board): Board {
  const drawn = useRef([board, board]);
  if (drawn.current[1] !== board) drawn.current = [drawn.current[1]!, board];
  return drawn.current[0]!;
}

/** A board of sliding tiles. Its width is that of its parent. */
export function BoardDrawing(props: BoardDrawingProps) {
  const { board, goal, face = 'numbers', showPlaced = true, onSlide, onCell } = props;
  const cells = useRef<HTMLDivElement>(null);
  const slides = useSlides(cells, board, onSlide, onCell);
  const moveTime = isJump(useLast(board), board) ? 0 : props.moveTime;
  const places = useMemo(() => (goal ? goalCells(goal) : null), [goal]);
  const blank = blankCell(board);
  const playable = onSlide !== undefined || onCell !== undefined;
  const classes = ['board', playable && 'playable', props.small && 'small', props.celebrate && 'solved'];
  const percent = (value: number, of: number) => `${(100 * value) / of}%`;
  const digits = String(board.tiles.length - 1).length;
  const fontSize = `${((digits > 2 ? 30 : digits > 1 ? 40 : 46) / board.width).toFixed(2)}cqw`;

  // Tiles are drawn in the order of their numbers, so that elements keep their tile and only move.
  const drawn = board.tiles
    .map((tile, cell) => ({ tile, cell }))
    .filter(({ tile }) => tile !== 0)
    .sort((a, b) => a.tile - b.tile);

  return (
    <div
      class={classes.filter(Boolean).join(' ')}
      role={playable ? 'application' : 'group'}
      aria-roledescription={playable ? texts.boardDrawing.role : undefined}
      aria-label={props.label ?? texts.boardDrawing.label(sizeLabel(board))}
      tabIndex={playable ? 0 : undefined}
      style={moveTime === undefined ? undefined : { '--board-move-time': `${moveTime}ms` }}
    >
      <div
        class="board-cells"
        ref={cells}
        style={{ aspectRatio: `${board.width} / ${board.height}`, '--tile-text': fontSize }}
        aria-hidden="true"
        {...slides}
      >
        {drawn.map(({ tile, cell }) => {
          const placed = places !== null && places[tile] === cell;
          const goalCell = places?.[tile] ?? tile - 1;
          const names = ['tile'];
          if (placed && showPlaced) names.push('placed');
          if (face === 'colours' && !(placed && showPlaced)) names.push('coloured');
          if (face === 'picture' && props.picture) names.push('picture');
          if (props.hinted?.includes(tile)) names.push('hinted');
          if (props.marked?.includes(tile)) names.push('marked');
          if (props.selected === tile) names.push('selected');
          if (onCell || moveOfCell(board, cell)) names.push('movable');
          return (
            <div
              key={tile}
              class={names.join(' ')}
              data-cell={cell}
              style={{
                width: percent(1, board.width),
                height: percent(1, board.height),
                transform: `translate(${100 * columnOf(board, cell)}%, ${100 * rowOf(board, cell)}%)`,
                '--wave': `${45 * (columnOf(board, cell) + rowOf(board, cell))}ms`,
              }}
            >
              <div class="tile-face" style={faceStyle(props, board, goalCell)}>
                <span class="tile-number">{tile}</span>
              </div>
            </div>
          );
        })}
        {onCell && props.selected === 0 && (
          <div
            class="cell-outline"
            style={{
              left: percent(columnOf(board, blank), board.width),
              top: percent(rowOf(board, blank), board.height),
              width: percent(1, board.width),
              height: percent(1, board.height),
            }}
          />
        )}
        {props.outlined && props.outlined.length > 0 && (
          <svg class="board-overlay" viewBox={`0 0 ${board.width} ${board.height}`}>
            <path class="region" d={outlineOf(board, props.outlined)} />
          </svg>
        )}
        {props.overlay && (
          <svg class="board-overlay" viewBox={`0 0 ${board.width} ${board.height}`}>
            {props.overlay}
          </svg>
        )}
      </div>
      <BoardTable board={board} />
    </div>
  );
}

/** The boundary of a set of cells, one line for each side that is not shared. */
function outlineOf(board: Board, outlined: readonly number[]): string {
  const cells = new Set(outlined);
  const has = (column: number, row: number) =>
    column >= 0 && column < board.width && cells.has(row * board.width + column);
  return outlined
    .map((cell) => {
      const [x, y] = [columnOf(board, cell), rowOf(board, cell)];
      return [
        has(x, y - 1) ? '' : `M${x} ${y}h1`,
        has(x, y + 1) ? '' : `M${x} ${y + 1}h1`,
        has(x - 1, y) ? '' : `M${x} ${y}v1`,
        has(x + 1, y) ? '' : `M${x + 1} ${y}v1`,
      ].join('');
    })
    .join('');
}

function faceStyle(props: BoardDrawingProps, board: Board, goalCell: number) {
  if (props.face === 'colours') return { '--face': tileColour(board, goalCell) };
  if (props.face !== 'picture' || !props.picture) return undefined;
  const share = (index: number, of: number) => `${of > 1 ? (100 * index) / (of - 1) : 0}%`;
  return {
    backgroundImage: `url("${props.picture}")`,
    backgroundSize: `${100 * board.width}% ${100 * board.height}%`,
    backgroundPosition: `${share(columnOf(board, goalCell), board.width)} ${share(rowOf(board, goalCell), board.height)}`,
  };
}

/** The tiles as a table, for screen readers. */
function BoardTable({ board }: { board: Board }) {
  return (
    <table class="visually-hidden">
      <tbody>
        {Array.from({ length: board.height }, (_, row) => (
          <tr key={row}>
            <th scope="row">{texts.boardDrawing.row(row + 1)}</th>
            {board.tiles.slice(row * board.width, (row + 1) * board.width).map((tile, column) => (
              <td key={column}>{texts.boardDrawing.tile(tile)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
