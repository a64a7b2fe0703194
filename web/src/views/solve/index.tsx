import { BoardDrawing } from '../../components/board';
import type { Engine } from '../../engine/protocol';
import { current, goalTiles, play } from '../../state/store';

export function SolveView(_props: { engine: Engine }) {
  return (
    <div style={{ maxWidth: '28rem' }}>
      <BoardDrawing board={current.value} goal={goalTiles.value} onSlide={play} />
    </div>
  );
}
