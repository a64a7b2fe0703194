/** Texts of the view Explain. */

const number = (value: number) => value.toLocaleString('en');
const count = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;
const sized = (value: number | null) => (value === null ? '?' : number(value));

export { pseudocode, type PseudocodeLine } from './pseudocode';

export const explain = {
  title: 'Explain',
  setup: 'Search',
  algorithm: 'Algorithm',
  heuristic: 'Heuristic',
  metric: 'Metric',
  beside: 'Side by side with',
  besideNone: 'No other search',
  example: 'Board',
  own: 'the current board',
  examples: {
    easy: '3×3, 14 moves',
    medium: '3×3, 20 moves',
    hard: '3×3, 31 moves: an antipode',
    narrow: '3×2, 21 moves: the antipode',
    wide: '4×3, 9 moves',
    fifteen: '4×4, 16 moves',
  },
  notSmall: 'This view explains boards of at most 16 cells: choose one of the examples.',
  recording: 'Recording the search…',
  nothing: 'The start is the goal: no state is expanded.',
  unsolvable: 'This board cannot be solved. The view Board gives the proof.',
  open: 'Open a trace',
  drop: 'Drop a file of “loyd solve --trace” anywhere on this page.',
  dropNow: 'Drop the trace to read it',
  reading: 'Reading the trace…',
  fromFile: (name: string, program: string) => `${name}, recorded by ${program}`,
  closeFile: 'Close the file',
  truncated: (steps: number) => `The first ${count(steps, 'step')} are shown.`,
  heuristicUnused: 'not used',

  player: 'Steps of the search',
  first: 'Go to the beginning',
  back: 'Back',
  play: 'Play',
  pause: 'Pause',
  forward: 'Forward',
  last: 'Go to the end',
  previousMilestone: 'Previous iteration',
  nextMilestone: 'Next iteration',
  previousStage: 'Previous goal',
  nextStage: 'Next goal',
  detail: 'Each successor',
  lecture: 'Lecture layout',
  speed: 'Speed',
  perSecond: (speed: number) => `${speed.toFixed(1)} steps a second`,
  scrub: 'Moment',
  position: (expansion: number, of: number) => `expansion ${number(expansion)} of ${number(of)}`,
  commonStep: (step: number, of: number) => `step ${number(step)} of ${number(of)}`,
  stored: (states: number) => `${count(states, 'state')} stored`,
  keys: 'Keys: ← → step, Shift with them goes through successors, Home and End, Space plays, n and p change the iteration.',

  code: 'Pseudocode',
  why: 'Why',
  tree: 'Search tree',
  treeLabel: (shown: number, all: number) => `Search tree: ${number(shown)} of ${count(all, 'node')} drawn`,
  forwardTree: 'From the start',
  backwardTree: 'From the goal',
  fit: 'Show all',
  follow: 'Follow',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  hidden: (value: number) => `+${number(value)}`,
  hiddenTitle: (value: number) => `${count(value, 'node')} not drawn`,
  legend: {
    current: 'expanded now',
    generated: 'generated now',
    open: 'open',
    closed: 'closed',
    rejected: 'duplicate',
    path: 'path',
  },
  cutOff: 'cut off',
  nodeLabel: (board: string, g: number, h: number | null, f: number | null, state: string) =>
    `${board}; g ${number(g)}, h ${sized(h)}, f ${sized(f)}; ${state}`,
  node: 'Board',
  selectedNode: 'Selected board',
  current: 'Current board',
  start: 'start',
  goal: 'Goal',
  unselect: 'Back to the current board',
  toBoard: 'Play this board',

  openList: 'Open list',
  openListOf: (entries: number, closed: number) => `${count(entries, 'open state')}, ${number(closed)} closed`,
  openEmpty: 'The open list is empty.',
  openMore: (value: number) => `and ${number(value)} more`,
  openUnknown: 'A depth-first search has no open list: it stores only the path.',
  pathList: 'Path',
  pathOf: (length: number, bound: number) => `depth ${number(length)}, bound ${number(bound)}`,
  nextBound: (value: number | null) =>
    value === null
      ? 'No path is cut off yet in this iteration.'
      : `Least f cut off: ${number(value)}, the next bound so far.`,
  notDerived: 'The trace of this algorithm records expansions only.',
  columns: { rank: '#', move: 'Move', g: 'g', h: 'h', f: 'f', board: 'Board' },
  lists: (open: number | null, closed: number | null) => `recorded: ${sized(open)} open, ${sized(closed)} closed`,

  statusOf: {
    current: 'expanded now',
    generated: 'generated now',
    open: 'open',
    closed: 'closed',
    rejected: 'rejected',
    replaced: 'replaced by a cheaper path',
    path: 'on the path',
  } as Record<string, string>,

  reason: {
    root: 'It is the start: no other state is open.',
    rootBackward: 'It is the goal: the search from the goal begins here.',
    recorded: (g: number) => `It was expanded at cost ${number(g)}.`,
    least: (name: string, value: number) => `Its ${name} of ${number(value)} is the least on the open list.`,
    parts: (g: number, h: number) =>
      `${count(g, 'move')} made (g), at least ${count(h, 'move')} to go by the estimate (h).`,
    alone: 'No other open state has this value.',
    tieG: (ties: number, g: number, high: boolean) =>
      `${count(ties, 'other open state has', 'other open states have')} the same value; it has the ${high ? 'greatest' : 'least'} g of them, ${number(g)}, so it is ${high ? 'nearest to the goal by the estimate' : 'nearest to the start'}.`,
    tieAge: (ties: number, newest: boolean) =>
      `${count(ties, 'other open state has', 'other open states have')} the same value; it is the ${newest ? 'newest' : 'oldest'}.`,
    tieBoth: (ties: number, g: number, high: boolean, newest: boolean) =>
      `${count(ties, 'other open state has', 'other open states have')} the same value; of those with the ${high ? 'greatest' : 'least'} g, ${number(g)}, it is the ${newest ? 'newest' : 'oldest'}.`,
    queue: (depth: number) =>
      `It is the first of the queue, at depth ${number(depth)}: the nearest states are expanded first.`,
    layer: (backward: boolean, depth: number) =>
      `The last layer from the ${backward ? 'goal' : 'start'} (depth ${number(depth)}) has fewer states, so it is expanded, state by state.`,
    pair: (backward: boolean) =>
      `It belongs to the open pair with the least lower bound, on the side of the ${backward ? 'goal' : 'start'}.`,
    within: (g: number, h: number, f: number, bound: number) =>
      `f = ${number(g)} + ${number(h)} = ${number(f)} is within the bound ${number(bound)}, so the depth-first search enters it.`,
    withinDepth: (depth: number, bound: number) =>
      `Its depth ${number(depth)} is within the bound ${number(bound)}, so the depth-first search enters it.`,
    expanded: (board: string) => `Expand ${board}.`,
    child: (move: string, board: string) => `Tile slides ${move}: ${board}.`,
  },
  fate: {
    inserted: (f: string) => `New: it is put on the open list with ${f}.`,
    insertedQueue: 'New: it is appended to the queue.',
    insertedLayer: 'New to this side: it joins the next layer.',
    duplicate: (g: number, known: number) =>
      g === known
        ? `A duplicate: it was reached before at the same cost ${number(g)}.`
        : `A duplicate: it was reached before at cost ${number(known)}, less than ${number(g)}.`,
    lowered: (g: number, known: number) =>
      `Open, but now reached more cheaply: g falls from ${number(known)} to ${number(g)}, and its parent changes.`,
    reopened: (g: number, known: number) =>
      `Reopened: it was closed with g = ${number(known)}, now it is reached at ${number(g)}. Its successors must be reached again.`,
    ignored: (g: number, known: number) =>
      g < known
        ? `Ignored, although g falls from ${number(known)} to ${number(g)}: this algorithm retains the first path, so its solutions may not be shortest.`
        : `A duplicate: it was reached before at cost ${number(known)}.`,
    pruned: (g: number, h: number | null, bound: number) =>
      h === null
        ? `Cut off: its f is above the bound ${number(bound)}.`
        : `Cut off: f = ${number(g)} + ${number(h)} = ${number(g + h)} > ${number(bound)}, the bound. No solution of at most ${count(bound, 'move')} leads through it.`,
    prunedDepth: (depth: number, bound: number) =>
      `Cut off: its depth ${number(depth)} is above the bound ${number(bound)}.`,
    descended: (f: number | null, bound: number) =>
      f === null ? 'Within the bound: visited next.' : `f = ${number(f)} ≤ ${number(bound)}: visited next.`,
    goal: 'It is the goal.',
    met: (cost: number) => `The other side has reached it: both paths together have ${count(cost, 'move')}.`,
    late: (best: number) => `Ignored: no path through it is shorter than the best solution, ${number(best)}.`,
    root: '',
  },
  event: {
    iteration: (bound: number, first: boolean) =>
      first
        ? `The first iteration: the bound is the estimate of the start, ${number(bound)}.`
        : `The next iteration: the bound rises to ${number(bound)}, the least f that was cut off.`,
    iterationDepth: (bound: number) => `A search of all paths of at most ${count(bound, 'move')}.`,
    stage: (goal: number) => `Intermediate goal ${number(goal)} is reached; the search restarts from this board.`,
    solution: (cost: number) => `The best solution has ${count(cost, 'move')}.`,
    goal: 'The chosen state is the goal: the search ends.',
    goalStage: 'The chosen state has all tiles of this goal in place.',
    solved: (moves: number, proven: boolean, expanded: number) =>
      `Solved in ${count(moves, 'move')}${proven ? ', proven shortest' : ', not proven shortest'}, after ${count(expanded, 'expansion')}.`,
    unsolvable: 'Every reachable state was expanded: the board cannot be solved.',
    stopped: (expanded: number) => `The recording stops after ${count(expanded, 'expansion')}.`,
  },

  drawing: 'Heuristics on the board',
  drawings: {
    none: 'Board only',
    manhattan: 'Manhattan',
    conflicts: 'Linear conflict',
    hamming: 'Hamming',
    walking: 'Walking Distance',
    patterns: 'Pattern database',
  },
  drawn: {
    none: 'The board and its goal.',
    manhattan: (sum: number, terms: string) =>
      `Each tile must travel at least to its goal cell: ${terms} = ${number(sum)}.`,
    conflicts: (manhattan: number, removed: number) =>
      `Manhattan ${number(manhattan)}, and 2 for each tile that must leave its goal line to let others pass (${count(removed, 'tile')}): ${number(manhattan + 2 * removed)}.`,
    noConflicts: (manhattan: number) =>
      `No two tiles of a line stand in each other's way: the value is Manhattan distance, ${number(manhattan)}.`,
    conflictLine: (axis: string, line: number, pairs: string, removed: string) =>
      `${axis === 'row' ? 'Row' : 'Column'} ${line + 1}: ${pairs} in the wrong order; ${removed} must leave, +2 each.`,
    hamming: (sum: number) => `${count(sum, 'tile is', 'tiles are')} misplaced, and each needs at least one move.`,
    walking:
      'The vertical part depends on the goal rows of tiles only, the horizontal part on their goal columns. Each number counts the tiles of a line that belong in another line.',
    walkingRows: 'Tiles in row (down) by goal row (across)',
    walkingColumns: 'Tiles in column (down) by goal column (across)',
    walkingTotal: (value: number) => `Fewest moves that order rows and columns: ${number(value)}.`,
    patterns: (heuristic: string, total: number, terms: string) =>
      `${heuristic}: each pattern is solved alone and counts only the moves of its own tiles, so the parts add up: ${terms} = ${number(total)}.`,
    patternTiles: (tiles: string) => `tiles ${tiles}`,
    patternsLoading: 'The tables are built in the worker…',
    engineValue: (name: string, value: number) => `${name} ${number(value)}`,
    engineValues: 'Values of the solver',
    differs: (own: number, engine: number) =>
      `The page computes ${number(own)}, the solver ${number(engine)}: this is an error, please report it.`,
    multi:
      'In the multi-tile metric one move may slide several tiles, so these sums are not lower bounds; the solver divides them.',
  },
  moveNames: { U: 'up', D: 'down', L: 'left', R: 'right' } as Record<string, string>,
  moveWords: (direction: string, tiles: number) => (tiles === 1 ? direction : `${direction}, ${tiles} tiles at once`),
  notTiles: 'This view draws sliding tiles only; the trace records another puzzle.',
};
