import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { BoardDrawing } from '../../components/board';
import { Button, IconButton } from '../../components/controls';
import { ICONS } from '../../components/icons';
import { ShareButton } from '../../components/share';
import type { Engine } from '../../engine/protocol';
import { exchange } from '../../puzzle/tiles';
import { distance, followDistance } from '../../state/distance';
import { face, showPlaced } from '../../state/settings';
import { current, goal, goalTiles, moves, setBoard, undone, view } from '../../state/store';
import { texts } from '../../texts';
import { Appearance } from './appearance';
import { EditPanel, exchanging } from './edit';
import { Entries } from './entries';
import { askHint, hint, hintProblem, justSolved, playAgain, slide, startClock, takeAllBack, takeBack } from './game';
import { onKey } from './keyboard';
import { choosePicture, picture } from './picture';
import { ScramblePanel } from './scramble-panel';
import { SetupPanel } from './setup';
import { Statistics, comparison } from './statistics';
import { Unsolvable, comparedTile, markedPair } from './unsolvable';
import './board-view.css';

export function BoardView({ engine }: { engine: Engine }) {
  const selected = useSignal<number | null>(null);
  const abort = useRef(new AbortController());
  useEffect(() => {
    const stops = [followDistance(engine), startClock()];
    document.addEventListener('keydown', onKey);
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener('keydown', onKey);
      abort.current.abort();
    };
  }, [engine]);

  const board = current.value;
  const chooseCell = (cell: number) => {
    if (selected.value === null) {
      selected.value = board.tiles[cell]!;
      return;
    }
    const from = board.tiles.indexOf(selected.value);
    selected.value = null;
    if (from !== cell) setBoard(exchange(board, from, cell), goal.value);
  };
  const dropPicture = (event: DragEvent) => {
    const file = event.dataTransfer?.files[0];
    if (!file?.type.startsWith('image/')) return;
    event.preventDefault();
    void choosePicture(file).then(() => (face.value = 'picture'), () => undefined);
  };
  const unsolvable = !distance.value.solvable;

  return (
    <div class="play-view">
      <h1 class="visually-hidden">{texts.board.title}</h1>
      <section
        class="play-main"
        style={{ '--ratio': board.width / board.height }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={dropPicture}
      >
        <Statistics />
        <BoardDrawing
          board={board}
          goal={goalTiles.value}
          face={face.value === 'picture' && !picture.value ? 'numbers' : face.value}
          picture={picture.value}
          showPlaced={showPlaced.value === 'on'}
          hinted={unsolvable ? [comparedTile.value] : hint.value?.tiles}
          marked={unsolvable ? markedPair.value : undefined}
          selected={exchanging.value ? selected.value : null}
          celebrate={justSolved.value}
          onSlide={slide}
          onCell={exchanging.value ? chooseCell : undefined}
        />
        <div class="board-tools">
          <IconButton label={texts.board.undo} icon={ICONS.undo} disabled={moves.value.length === 0} onClick={takeBack} />
          <IconButton label={texts.board.redo} icon={ICONS.redo} disabled={undone.value.length === 0} onClick={playAgain} />
          <IconButton
            label={texts.board.restart}
            icon={ICONS.restart}
            disabled={moves.value.length === 0}
            onClick={takeAllBack}
          />
          <span class="spacer" />
          <ShareButton compact />
          <Button
            label={texts.board.hint}
            icon={ICONS.hint}
            disabled={unsolvable || distance.value.bound === 0}
            onClick={() => void askHint(engine, abort.current.signal)}
          />
          <Button label={texts.shell.view.solve} disabled={unsolvable} onClick={() => (view.value = 'solve')} />
        </div>
        <Note />
      </section>
      <div class="play-side">
        {unsolvable ? <Unsolvable /> : <Entries engine={engine} />}
        <ScramblePanel engine={engine} />
        <SetupPanel />
        <Appearance />
        <EditPanel />
        <p class="quiet small keys">{texts.boardDrawing.keys}</p>
      </div>
    </div>
  );
}

/** One line below the board: the hint, or how the game compares with an optimal one. */
function Note() {
  const shown = hint.value;
  const text = exchanging.value
    ? texts.board.exchangeOn
    : shown
      ? `${texts.board.hintMove(shown.tiles, texts.board.direction[shown.move.direction])} ${texts.board.hintAgain}`
      : (hintProblem.value ?? comparison());
  return (
    <p class={justSolved.value ? 'board-note solved' : 'board-note'} role="status">
      {text}
    </p>
  );
}
