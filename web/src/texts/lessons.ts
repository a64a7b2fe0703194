/** Texts of the lessons: a title, and the sentences of each step. */

export const lessons = {
  label: 'Lesson',
  none: 'No lesson',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  previous: 'Previous step',
  next: 'Next step',
  end: 'End the lesson',
  unknown: (name: string) => `The lesson “${name}” does not exist.`,
  introduction: {
    title: 'A* step by step',
    sentences: [
      'A* searches for a shortest path from the start, at the top of the tree, to the goal.',
      'g counts the moves made, h estimates the moves to go, and f = g + h.',
      'At every step A* moves the open state with the least f to the closed states: the marked row of the list.',
      'The arrow keys step through the search, and a dotted word shows its definition.',
    ],
    begin: 'Start the lesson',
  },
  of: {
    'breadth-first': {
      title: 'Breadth-first search',
      steps: [
        'The start is the only open state. Breadth-first search has a queue: it expands the oldest open state first.',
        'The expansion of the start generates four successors, one for each tile beside the blank. All of them are open, at depth 1.',
        'The first of the queue is expanded next. Its successors go to the end of the queue, behind all states of depth 1.',
        'All states of depth 1 are closed. The search reaches depth 2 only now, so it finds every state by a shortest path.',
        'The goal is reached after 12 expansions, and no solution has fewer than 2 moves. The number of states grows with each level: the farthest boards of this size need 181,438 expansions.',
      ],
    },
    'a-star': {
      title: 'A*',
      steps: [
        'The start is the only open state. Its g is 0 and its h is 10: the tiles need at least 10 moves to their goal cells. So f = 0 + 10 = 10.',
        'The expansion of the start generates four successors. Each has g = 1. Two moves bring a tile nearer, so h falls to 9 and f stays 10; two moves take a tile away, so f rises to 12.',
        'Two open states have f = 10. A* takes the one with the greater g: by the estimate it is nearer to the goal.',
        'Every state with f = 10 is closed, and the least f is 12. So no solution has 10 moves.',
        'The least f is now 14. A consistent h never lets f fall along a path, so f is a lower bound that only rises.',
        'The goal has f = g = 14, the least f of all open states. No open path can become shorter, so the solution is optimal. A* needed 43 expansions.',
      ],
    },
    'ida-star': {
      title: 'IDA*',
      steps: [
        'IDA* is a depth-first search with a bound on f. The first bound is h of the start, 10.',
        'The first successor has f = 1 + 11 = 12, more than the bound. IDA* cuts off this path and notes 12 for the next bound.',
        'A successor within the bound is entered at once. IDA* stores only the path to the current state: it has no open list and no closed list.',
        'The first iteration has ended without the goal. The least f that it cut off was 12, the bound of the second iteration. The search begins again at the start.',
        'The third iteration has the bound 14. It expands the start for the third time, because nothing was stored.',
        'The goal is reached at depth 14, within the bound, and every smaller bound has failed. So the solution is optimal. IDA* needed 86 expansions, and A* needs 43, but IDA* stored only a path.',
      ],
    },
    'a-star-and-ida-star': {
      title: 'A* and IDA*',
      steps: [
        'Both searches start with the same board and the same h. One slider moves both: a step is one expansion of each.',
        'The least f is 12 on both sides. A* continues with its open states; IDA* raises the bound to 12 and begins again at the start.',
        'After 27 expansions A* has closed 27 states, each once. IDA* expands the start for the third time, with the bound 14.',
        'A* ends after 43 expansions. IDA* has made half of its expansions.',
        'Both solutions have 14 moves. IDA* made 86 expansions and stored a path, while A* made 43 and stored every state that it generated.',
      ],
    },
    heuristics: {
      title: 'Heuristics',
      steps: [
        'Hamming counts the misplaced tiles: h = 5. Each needs at least one move, so h is never too large. A* needs 207 expansions.',
        'Manhattan adds the columns and rows between each tile and its goal cell: h = 10. It is at least Hamming, and A* needs only 43 expansions.',
        'A pattern database stores the exact distances of a group of tiles. Two groups of four tiles give h = 8 + 6 = 14, the length of a shortest solution. A* needs only 14 expansions.',
      ],
    },
  },
};
