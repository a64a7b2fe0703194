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

  board: {},

  solve: {},

  race: {},

  explain: {},

  spaces: {},

  cube: {},
};
