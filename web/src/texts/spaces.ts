/** Texts of the view Spaces. */

const number = (value: number) => value.toLocaleString('en');
const count = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

export const spaces = {
  title: 'Spaces',
  lead: 'How far are the states from the goal? Each bar is the number of states at one distance.',
  space: 'Space',
  names: { cube2: 'Cube 2×2×2', cube3: 'Cube 3×3×3' } as Record<string, string>,
  states: (value: string) => `${value} states`,
  metric: 'Metric',
  metrics: { single: 'single-tile', multi: 'multi-tile', half: 'half turns', quarter: 'quarter turns' } as Record<
    string,
    string
  >,
  start: 'Blank in the goal',
  startCell: (cell: number, kind: string) => `Cell ${cell + 1}${kind}`,
  depth: 'Depth',
  depthOf: (depth: number) => `to depth ${depth}`,
  scale: 'Scale',
  scales: { linear: 'linear', log: 'logarithmic' },
  count: 'Count',
  countLong: (states: string) => `Count ${states} states`,
  longWarning: (states: string, memory: string) =>
    `This browser counts all ${states} states, which takes up to a minute and about ${memory} of memory.`,
  counting: (depth: number, states: number, seconds: number) =>
    `Depth ${number(depth)}, ${count(states, 'state')}, ${seconds.toFixed(1)} s`,
  cancel: 'Cancel',

  chart: (name: string) => `States at each depth: ${name}`,
  chartSummary: (name: string, levels: number, total: number) =>
    `${name}: ${count(total, 'state')} on ${count(levels, 'level')}`,
  chartHelp: 'Left and right arrow keys move between depths.',
  xAxis: 'depth (moves from the goal)',
  bar: (depth: number, states: number, share: string) =>
    `depth ${number(depth)}: ${count(states, 'state')}${share === '' ? '' : `, ${share}`}`,
  hint: 'Point at a bar, or use the arrow keys.',
  here: (depth: number) => `The current board is ${count(depth, 'move')} away`,
  hereShort: 'you are here',
  hereShare: (closer: string) => `${closer} of all states are nearer to the goal.`,
  hereWait: 'Computing the distance of the current board…',
  hereOther: (size: string) => `The current board has another size (${size}).`,
  hereShow: (size: string) => `Show ${size}`,
  hereUnsolvable: 'The current board cannot be solved, so this space does not contain it.',

  factsTitle: 'All positions',
  facts: {
    total: 'States',
    radius: 'Radius (farthest state)',
    mean: 'Mean depth',
    median: 'Median depth',
    mode: 'Depth with most states',
    seconds: 'Time',
    engine: 'Engine',
    memory: 'Memory',
  },
  incomplete: (depth: number) => `Counted to depth ${number(depth)} only.`,
  seconds: (value: number) => (value < 1 ? `${Math.max(1, Math.round(value * 1000))} ms` : `${value.toFixed(1)} s`),
  bytes: (bytes: number) =>
    bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`,

  literature: 'From the literature',
  literatureNote: 'Published levels: the space has too many states for a browser.',
  sources: (sources: string) => `Source: ${sources}.`,
  sourceFiles: (files: number) =>
    `the results of the program of “Complete Solution of the Fifteen Puzzles” (${count(files, 'file')}: data/sliding_tile_levels.csv)`,
  agrees: 'Every level equals the published table.',
  agreesPart: (depth: number) => `Every level to depth ${depth} equals the published table.`,
  differs: (depth: number) => `Depth ${depth} differs from the published table: this is an error, please report it.`,

  table: 'Table of levels',
  columns: { depth: 'Depth', states: 'States', share: 'Share', within: 'Within' },

  radii: 'Radius and diameter',
  radiiLead:
    'The radius is the distance of the farthest state from a goal. It depends on the cell of the goal’s blank; the greatest radius is the diameter of the space.',
  radiusOf: (cell: number, radius: number | null) =>
    radius === null ? `Blank in cell ${cell + 1}` : `Blank in cell ${cell + 1}: radius ${radius}`,
  diameter: (value: number) => `Diameter: ${count(value, 'move')}.`,
  radiiPublished: 'Radii of published tables',
  radiiColumns: { size: 'Size', states: 'States', single: 'Single-tile', multi: 'Multi-tile' },

  antipodes: 'Farthest positions',
  antipodesLead: (countOf: number, depth: number) =>
    countOf === 1
      ? `One state is farthest, ${count(depth, 'move')} away.`
      : `${number(countOf)} states are farthest, ${count(depth, 'move')} away.`,
  antipodesSome: (shown: number) => `The first ${number(shown)}:`,
  load: (board: string) => `Play ${board}`,
  loadCube: (position: string) => `Show ${position} on the cube`,
  noAntipodes: 'The farthest positions are listed for boards whose levels were all counted in this browser.',
};
