/**
 * All texts of the page, a section for each view. To translate the page, translate this file: texts
 * with numbers are functions, so that each language can form its own plurals.
 */

const number = (value: number) => value.toLocaleString('en');
const count = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

export const texts = {
  common: {
    loading: 'Loading…',
    failed: 'This part of the page could not be loaded.',
    retry: 'Try again',
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Copying is not allowed here',
    moves: (value: number) => count(value, 'move'),
    states: (value: number) => count(value, 'state'),
    seconds: (value: string) => `${value} s`,
    unknown: '—',
  },

  shell: {
    title: 'loyd',
    skip: 'Skip to the content',
    views: 'Views',
    view: {
      board: 'Board',
      solve: 'Solve',
      race: 'Race',
      explain: 'Explain',
      spaces: 'Spaces',
      cube: 'Cube',
    },
    theme: {
      label: (theme: string) => `Colours: ${theme}`,
      auto: 'as the system',
      light: 'light',
      dark: 'dark',
    },
    server: 'Server',
    serverTitle: 'Requests run on the server that this page came from.',
    dismiss: 'Dismiss the message',
    engineFailed: (reason: string) => `The solver could not be started: ${reason}`,
  },

  url: {
    unreadable: (name: string) => `The address has an unreadable value for “${name}”; it is left out.`,
    wrong: (name: string, value: string, why: string) =>
      `The address has ${name} = “${value.length > 40 ? `${value.slice(0, 40)}…` : value}”, which cannot be used: ${why}`,
    oneOf: (values: readonly string[]) => `it must be one of ${values.join(', ')}.`,
    name: 'it is no name of an algorithm or heuristic.',
    view: (view: string) => `There is no view “${view}”: this is the board.`,
    size: 'sizes are 2x2 to 10x10.',
    tooManyMoves: (most: number) => `there are more than ${number(most)} moves.`,
    tooManyLanes: (most: number) => `there are more than ${most} lanes.`,
    illegalMove: (index: number) => `move ${number(index)} is not possible on this board.`,
  },

  boardDrawing: {
    role: 'sliding puzzle',
    label: (size: string) => `${size} board`,
    keys: 'Arrow keys slide a tile into the blank; with Shift they slide the whole line.',
    tile: (tile: number) => (tile === 0 ? 'blank' : String(tile)),
    row: (row: number) => `Row ${row}`,
  },

  board: {
    title: 'Board',
    moves: 'Moves',
    toGo: 'Optimal from here',
    toGoShort: 'To go',
    time: 'Time',
    atLeast: (value: number) => `≥ ${number(value)}`,
    atLeastTitle: 'A lower bound: the distance itself is not known yet.',
    unsolvable: 'unsolvable',
    detour: (total: number, best: number) =>
      total === best
        ? 'Every move so far was optimal.'
        : `${count(total - best, 'move')} more than an optimal solution of ${number(best)}.`,
    solved: (moves: number, time: string) => `Solved in ${count(moves, 'move')} and ${time}.`,
    solvedOptimally: (moves: number, time: string) =>
      `Solved in ${count(moves, 'move')} and ${time}: no solution is shorter.`,
    undo: 'Undo',
    redo: 'Redo',
    restart: 'Take all moves back',
    hint: 'Hint',
    hintMove: (tiles: readonly number[], direction: string) =>
      tiles.length === 1
        ? `Slide ${tiles[0]} ${direction}.`
        : `Slide ${tiles.slice(0, -1).join(', ')} and ${tiles.at(-1)} ${direction}.`,
    hintAgain: 'Press again to play it.',
    hintFailed: (why: string) => `There is no hint: ${why}`,
    direction: { U: 'up', D: 'down', L: 'left', R: 'right' },
    slid: (tiles: readonly number[], direction: string) => `${tiles.join(', ')} ${direction}.`,
    undone: 'Taken back.',
    share: 'Copy link',
    linkCopied: 'Link copied',
    solve: 'Show a solution',

    scramble: 'Scramble',
    difficulty: 'Difficulty',
    difficulties: { easy: 'Easy', medium: 'Medium', hard: 'Hard', random: 'Random' },
    range: (least: number, most: number) => `${least} to ${count(most, 'move')} from the goal`,
    rangeFrom: (least: number) => `at least ${count(least, 'move')} from the goal`,
    walk: (most: number) => `at most ${count(most, 'move')} from the goal`,
    uniform: 'Every solvable board is equally likely',
    seed: 'Seed',
    seedHelp: 'The same seed gives the same board.',
    useSeed: 'Use this seed',
    scrambleFailed: (why: string) => `No board was found: ${why}`,
    scrambled: 'A new board.',

    setup: 'Size and goal',
    columns: 'Columns',
    rows: 'Rows',
    goal: 'Goal',
    goals: {
      'blank-last': 'Blank last',
      'blank-first': 'Blank first',
      own: 'Own goal',
    },
    ownGoal: 'Tiles of the goal',
    ownGoalHelp: 'In any notation, with 0 or _ for the blank.',
    currentAsGoal: 'Take the current board',
    metric: 'A move slides',
    metrics: { single: 'One tile', multi: 'A line' },
    metricHelp: {
      single: 'Each tile that moves counts as one move.',
      multi: 'Several tiles of a line that slide at once count as one move.',
    },

    appearance: 'Appearance',
    faces: { numbers: 'Numbers', colours: 'Colours', picture: 'Picture' },
    face: 'Tiles show',
    placed: 'Tiles in place are green',
    choosePicture: 'Choose a picture…',
    pictureHelp: 'The picture stays on this device.',
    pictureFailed: 'This file cannot be read as a picture.',

    edit: 'Enter a board',
    boardText: 'Tiles in reading order',
    boardTextHelp: 'In any notation: “1 2 3 / 4 5 6 / 7 8 0”, “123456780”, [[1,2],[3,0]]; 0 or _ is the blank.',
    useBoard: 'Use this board',
    asSize: (size: string) => `as ${size}`,
    exchange: 'Exchange tiles by clicking two of them',
    exchangeOn: 'Click two tiles to exchange them.',
    tooLarge: 'The page draws boards of 2×2 to 10×10.',

    explain: {
      title: 'This board cannot be solved',
      rule: {
        odd: (width: number) =>
          `The board is ${width} wide, an odd number. A sideways move changes no order, and a move up or down takes a tile past ${width - 1} others, an even number. So the number of inversions stays even or stays odd for ever.`,
        even: (width: number) =>
          `The board is ${width} wide, an even number. A sideways move changes no order. A move up or down takes a tile past ${width - 1} others, an odd number, and the blank into the next row. So inversions + rows of the blank stays even or stays odd for ever.`,
      },
      countTitle: '1. Count the inversions',
      count: 'An inversion is a pair of tiles in the wrong order: read in rows, the later tile belongs before the earlier one. The blank is left out.',
      step: (tile: number, later: readonly number[]) =>
        later.length === 0
          ? `No tile after ${tile} belongs before it.`
          : `After ${tile} stand${later.length === 1 ? 's' : ''} ${later.join(', ')}, which belong${later.length === 1 ? 's' : ''} before it: ${later.length}.`,
      sum: (sum: number) => `Sum so far: ${sum}`,
      position: (at: number, of: number) => `Tile ${at} of ${of}`,
      total: (sum: number) => `${count(sum, 'inversion')}: ${sum % 2 === 0 ? 'even' : 'odd'}.`,
      blankTitle: '2. Find the row of the blank',
      blank: (row: number, goalRow: number, distance: number) =>
        `The blank is in row ${row}, and in row ${goalRow} of the goal: ${count(distance, 'row')} apart.`,
      blankNot: 'On a board of odd width it does not matter.',
      resultTitle: (step: number) => `${step}. Compare with the goal`,
      resultOdd: (sum: number) => `The goal has 0 inversions, an even number, and this board has ${sum}, an odd number: no moves lead from one to the other.`,
      resultEven: (sum: number, distance: number) =>
        `${sum} + ${distance} = ${sum + distance}, an odd number. In the goal it is 0, an even number: no moves lead from one to the other.`,
      remedy: 'Exchange any two tiles, and it can be solved.',
      exchange: (a: number, b: number) => `Exchange ${a} and ${b}`,
      otherGoal: (goal: string) => `Use the goal “${goal}”`,
      previous: 'Previous tile',
      next: 'Next tile',
    },
  },

  /** Names of algorithms and heuristics; what is not listed is shown by its own name. */
  names: {
    auto: 'Automatic',
    algorithms: {
      bfs: 'Breadth-first',
      ucs: 'Uniform-cost',
      iddfs: 'Iterative deepening',
      greedy: 'Greedy best-first',
      astar: 'A*',
      wastar: 'Weighted A*',
      idastar: 'IDA*',
      'idastar-plain': 'IDA*, as published',
      'idastar-pool': 'IDA*, several workers',
      rbfs: 'Recursive best-first',
      'nayak-huang': 'Nayak & Huang',
      bibfs: 'Bidirectional breadth-first',
      nbs: 'Bidirectional (NBS)',
      arastar: 'Anytime A* (ARA*)',
      human: 'Human-like',
      constructive: 'Constructive',
    } as Record<string, string>,
    heuristics: {
      zero: 'Zero',
      hamming: 'Hamming',
      manhattan: 'Manhattan',
      'linear-conflict': 'Linear conflict',
      'walking-distance': 'Walking Distance',
    } as Record<string, string>,
    database: (name: string) => `Database ${name}`,
    weighted: (name: string, weight: string) => `${name}, W = ${weight}`,
  },

  solve: {
    title: 'Solve',
    algorithm: 'Algorithm',
    heuristic: 'Heuristic',
    metric: 'A move slides',
    weight: 'Weight W',
    noHeuristic: 'This algorithm uses no heuristic.',
    run: 'Solve',
    running: (algorithm: string) => `${algorithm} is searching`,
    bound: 'Bound',
    expanded: 'Expanded',
    generated: 'Generated',
    perSecond: 'Per second',
    elapsed: 'Time',
    open: 'Open list',
    closed: 'Closed list',
    progress: 'Progress of the search',
    cancelled: 'The search was cancelled.',
    failed: (why: string) => `The search could not run: ${why}`,
    unsolvable: 'This board cannot be solved.',
    whyUnsolvable: 'See why on the board',
    alreadySolved: 'This board is solved.',
    status: {
      solved: 'Solved',
      unsolvable: 'Unsolvable',
      stopped: 'Stopped',
      invalid: 'Not valid',
    },
    optimal: 'optimal',
    notProven: 'not proven optimal',
    length: 'Length',
    lowerBound: 'Lower bound',
    seconds: 'Time',
    reopened: 'Reopened',
    peakOpen: 'Peak open list',
    peakClosed: 'Peak closed list',
    details: 'Numbers of the search',
    moves: 'Moves',
    copyMoves: 'Copy moves',
    shownDistance: 'Optimal from here',
    at: (index: number, length: number) => `Move ${index} of ${length}`,
    replay: 'Replay',
    toStart: 'To the start',
    back: 'One move back',
    play: 'Play',
    pause: 'Pause',
    forward: 'One move forward',
    toEnd: 'To the end',
    position: 'Position in the solution',
    speed: 'Speed',
    speeds: { slow: 'Slow', normal: 'Normal', fast: 'Fast' },
    intermediate: (index: number, of: number) => `Intermediate goal ${index} of ${of}`,
    intermediateDone: 'All intermediate goals are reached.',
    invitation: 'Choose an algorithm and a heuristic, and solve the board. You can go on playing it at any point.',
    all: {
      title: 'All optimal solutions',
      show: 'Show all optimal solutions',
      help: (most: number) => `For solutions of at most ${most} moves.`,
      summary: (solutions: string, one: boolean, boards: number) =>
        one ? 'There is one optimal solution.' : `${solutions} optimal solutions through ${count(boards, 'board')}.`,
      shown: (shown: number) => `The graph shows the first ${number(shown)}.`,
      graph: 'Graph of the optimal solutions: a column for each step, a point for each board',
      point: (step: number, board: string) => `Step ${step}: ${board}`,
      chosen: 'The line in colour is the solution that is replayed. Choose a point to replay a solution through it.',
    },
  },

  race: {},

  explain: {},

  spaces: {},

  cube: {},
};
