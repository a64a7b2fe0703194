/** Definitions of the terms of a search. */

const definitions = {
  g: 'g is the number of moves from the start to a state along the path of the search.',
  h: 'h is the estimate of the moves from a state to the goal. An admissible h is never too large.',
  f: 'f is the priority of a state: g + h in A* and IDA*, g + W·h in weighted A*. The least f comes first.',
  open: 'A state is open when it was generated but not expanded. The open list has these states in the order of expansion.',
  closed: 'A state is closed when it was expanded. A closed list lets a search recognise duplicates.',
  expansion: 'An expansion generates all successors of a state, one for each move.',
  bound: 'The bound is the greatest f that an iteration of IDA* enters. The next iteration has a greater bound.',
  'cut-off': 'IDA* cuts off a path when its f is greater than the bound, and does not generate the states behind it.',
};

type Name = keyof typeof definitions;

/** The name of the term that these words have; null if they have none. */
function nameOf(words: string): Name | null {
  if (words in definitions) return words as Name;
  if (/^expan/i.test(words)) return 'expansion';
  if (/^cuts? off$/i.test(words)) return 'cut-off';
  return (Object.keys(definitions) as Name[]).find((name) => words.toLowerCase() === name) ?? null;
}

export const terms = {
  definitions,
  nameOf,
  pattern: /(?<![\w-])([ghf](?![\w'-])|[Oo]pen\b|[Cc]losed\b|[Bb]ound\b|[Cc]uts? off\b|[Ee]xpan(?:sions?|ds?|ded)\b)/g,
};
