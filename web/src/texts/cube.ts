/** Texts of the view Cube. */

const number = (value: number) => value.toLocaleString('en');
const count = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

export const cube = {
  title: 'Cube',
  kind: 'Cube',
  kinds: { cube2: '2×2×2', cube3: '3×3×3' } as Record<string, string>,
  options: 'Options',
  metric: 'Metric',
  metrics: { half: 'half turns', quarter: 'quarter turns' } as Record<string, string>,
  drawing: 'Three-dimensional cube',
  drawingHelp: 'Drag a sticker to turn its face; drag beside the cube to look from another side.',
  noWebGl: 'This browser lacks WebGL, so the cube is shown as a net.',
  loadingScene: 'Loading the drawing…',
  net: 'Net',
  netLabel: (puzzle: string) => `Net of the ${puzzle} cube: six faces of stickers`,
  turns: 'Turns',
  turn: (name: string) => `Turn ${name}`,
  turnWords: (face: string, quarters: number) =>
    `${face} ${quarters === 1 ? 'clockwise' : quarters === 2 ? 'half a turn' : 'counterclockwise'}`,
  turnHelp:
    'Keys: U R F D L B turn a face clockwise, M E S a slice, X Y Z the cube; with Shift counterclockwise. Backspace undoes a turn. Left and right arrow keys step through an algorithm.',
  algorithm: 'Algorithm',
  algorithmHelp: 'The cube follows the cursor. Rw or r turns two layers, M E S turn slices, x y z rotate the cube.',
  wrongAlgorithm: "Write turns such as R U' F2, Rw, M, x; the 2×2×2 has no slices.",
  inverse: 'Counterclockwise',
  undo: 'Undo',
  reset: 'Solved cube',
  scramble: 'Scramble',
  face: { U: 'up', R: 'right', F: 'front', D: 'down', L: 'left', B: 'back' } as Record<string, string>,
  colour: { U: 'white', R: 'red', F: 'green', D: 'yellow', L: 'orange', B: 'blue' } as Record<string, string>,
  colourNamed: (colour: string, letter: string) => `colour ${colour} (${letter})`,
  sticker: (face: string, place: number, colour: string) => `${face} ${place}: ${colour}`,
  edit: 'Enter a cube',
  editHelp:
    'Choose a colour, then click the stickers that have it. Arrow keys move between stickers; the letters U R F D L B set a colour.',
  editDone: 'Done',
  palette: 'Colour',
  paletteCount: (colour: string, have: number, of: number) => `${colour}, ${have} of ${of}`,
  text: 'Facelets or scramble',
  textHelp: 'Stickers in the order U R F D L B, or turns from the solved cube.',
  apply: 'Set',
  valid: 'This cube can be solved.',
  solvedState: 'The cube is solved.',
  distance: (moves: number) => `Optimal from here: ${count(moves, 'turn')}.`,
  impossible: 'This cube cannot be solved',

  solve: 'Solve',
  solveOptimal: 'Solve optimally',
  solveTwoPhase: 'Solve (two-phase)',
  improving: 'Seconds to improve',
  seconds: (value: number) => (value === 0 ? 'first solution' : `${value} s`),
  optimalServer:
    'Optimal solutions of the 3×3×3 need tables of several hundred megabytes: run “loyd serve” and open its page.',
  quarterTwoPhase: 'The two-phase algorithm counts half turns as one: its solution is short in half turns.',
  working: 'Searching…',
  preparing: 'The first search builds its tables, which takes some seconds.',
  since: (what: string, seconds: number) => `${what}${/[.…]$/.test(what) ? ' ' : ', '}${seconds.toFixed(1)} s`,
  progress: (best: number | null, seconds: number) =>
    `${best === null ? 'no solution yet' : `best: ${count(best, 'turn')}`}, ${seconds.toFixed(1)} s`,
  cancel: 'Cancel',
  cancelled: (reached: { bound: number; expanded: number; seconds: number } | null) =>
    `The search was cancelled.${
      reached
        ? ` ${reached.bound > 0 ? `A solution has at least ${count(reached.bound, 'turn')}; ` : ''}${count(reached.expanded, 'state')} expanded in ${reached.seconds.toFixed(1)} s.`
        : ''
    }`,
  solution: 'Solution',
  found: (turns: number, proven: boolean, algorithm: string, seconds: number) =>
    `${count(turns, 'turn')}${proven ? ', proven shortest' : ', not proven shortest'} (${algorithm}, ${seconds < 1 ? `${Math.max(1, Math.round(1000 * seconds))} ms` : `${seconds.toFixed(1)} s`})`,
  notReplayed: 'The solution of the solver does not solve this cube: this is an error, please report it.',
  player: 'Steps of the solution',
  first: 'Go to the beginning',
  back: 'Back',
  play: 'Play',
  pause: 'Pause',
  forward: 'Forward',
  last: 'Go to the end',
  scrub: 'Turn of the solution',
  position: (at: number, of: number) => `turn ${at} of ${of}`,
  speed: 'Speed',
  perSecond: (value: number) => `${value.toFixed(1)} turns a second`,
  announceTurn: (turn: string, at: number, of: number) => `${turn}, ${at} of ${of}`,
  announceSolved: 'The cube is solved',
  wrongText: "Write 24 or 54 stickers, or turns such as R U' F2.",
};
