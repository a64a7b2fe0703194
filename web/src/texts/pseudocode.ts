/** The algorithms as pseudocode: `indent|name|text` for each line, with the name of a step of the search. */

export interface PseudocodeLine {
  name: string;
  indent: number;
  text: string;
}

const lines = (...source: string[]): PseudocodeLine[] =>
  source.map((line) => {
    const [indent = '0', name = '', ...text] = line.split('|');
    return { indent: Number(indent), name, text: text.join('|') };
  });

/** Best-first search with this priority; `order` describes the order of equal priorities. */
const bestFirst = (priority: string, order: string, cheaper: string[]): PseudocodeLine[] =>
  lines(
    '0|start|open ← {start}, closed ← {}',
    '0|loop|while open is not empty',
    `1|choose|n ← state of open with the least ${priority}${order}`,
    '1|goal|if n = goal: return the path to n',
    '1|close|move n from open to closed',
    '1|child|for each successor c of n (not back to its parent)',
    '2|cost|g′ ← g(n) + 1',
    '2|inserted|if c is new: g(c) ← g′, parent(c) ← n, add c to open',
    ...cheaper,
    '2|duplicate|else: ignore c, a duplicate',
  );

const LOWERED = '2|lowered|else if c is open and g′ < g(c): g(c) ← g′, parent(c) ← n';
const REOPENED = '2|reopened|else if c is closed and g′ < g(c): the same, and reopen c';

export const pseudocode: Record<string, PseudocodeLine[]> = {
  bfs: lines(
    '0|start|queue ← [start], known ← {start}',
    '0|loop|while queue is not empty',
    '1|choose|n ← first state of queue',
    '1|goal|if n = goal: return the path to n',
    '1|close|remove n from queue',
    '1|child|for each successor c of n (not back to its parent)',
    '2|inserted|if c is not in known: add c to known, append c to queue',
    '2|duplicate|else: ignore c, a duplicate',
  ),
  ucs: bestFirst('g', ' (ties: oldest)', [LOWERED, REOPENED]),
  greedy: bestFirst('h', ' (ties: newest)', [
    LOWERED,
    '2|ignored|else if c is closed and g′ < g(c): ignore the cheaper path',
  ]),
  astar: bestFirst('f = g + h', ' (ties: largest g)', [LOWERED, REOPENED]),
  wastar: bestFirst('f = g + W·h', ' (ties: largest g)', [LOWERED, REOPENED]),
  'nayak-huang': lines(
    '0|start|frontier ← {start}, explored ← {}',
    '0|loop|while frontier is not empty',
    '1|choose|n ← state of frontier with the least f',
    '1|goal|if n = goal: return the path to n',
    '1|close|move n from frontier to explored',
    '1|child|for each successor c of n (not back to its parent)',
    '2|inserted|if c is in neither: parent(c) ← n, add c to frontier',
    '2|ignored|else: ignore c, even if this path is cheaper',
  ),
  'idastar-plain': lines(
    '0|start|bound ← h(start)',
    '0|loop|repeat',
    '1|iteration|next ← ∞, visit(start)',
    '1|raise|bound ← next',
    '0|until|until a goal is reached',
    '0||',
    '0|visit|visit(n)',
    '1|pruned|if g(n) + h(n) > bound: next ← min(next, g(n) + h(n)), return',
    '1|goal|if n = goal: stop, the path to n is a shortest one',
    '1|child|for each successor c of n (not back to its parent)',
    '2|descended|visit(c) with g(c) = g(n) + 1',
  ),
  iddfs: lines(
    '0|start|bound ← 0',
    '0|loop|repeat',
    '1|iteration|visit(start)',
    '1|raise|bound ← bound + 1',
    '0|until|until a goal is reached',
    '0||',
    '0|visit|visit(n)',
    '1|pruned|if depth(n) > bound: return',
    '1|goal|if n = goal: stop, the path to n is a shortest one',
    '1|child|for each successor c of n (not back to its parent)',
    '2|descended|visit(c) with depth(c) = depth(n) + 1',
  ),
  bibfs: lines(
    '0|start|forward ← {start}, backward ← {goal}',
    '0|loop|repeat',
    '1|side|side ← the one whose last layer has fewer states',
    '1|choose|for each state n of the last layer of side',
    '2|child|for each successor c of n',
    '3|duplicate|if side has reached c: ignore it',
    '3|inserted|else: add c to the next layer of side',
    '3|met|if the other side has reached c: join both paths, stop',
  ),
  nbs: lines(
    '0|start|forward ← {start}, backward ← {goal}, best ← ∞',
    '0|loop|repeat',
    '1|side|u, v ← open pair, one of each side, with the least lb(u, v)',
    '2|bound|lb = max(f(u), f(v), g(u) + g(v) + 1)',
    '1|goal|if lb(u, v) ≥ best: return the best path',
    '1|choose|expand u forward and v backward: each successor c',
    '2|late|if f(c) ≥ best: ignore c',
    '2|duplicate|else if c is known with at most this cost: ignore c',
    '2|inserted|else: open c (again) at this cost',
    '2|met|if the other side has reached c: best ← min(best, sum of both costs)',
  ),
  human: lines(
    '0|start|board ← start',
    '0|stage|for each intermediate goal, a set of cells that grows',
    '1|search|search from board for these cells in place',
    '2|choose|n ← open state with the least f = g + W·h',
    '2|goal|if the cells of n are right: board ← n, next goal',
    '2|close|close n',
    '2|child|for each successor c of n (not back to its parent)',
    '3|inserted|if c is new: add c to open',
    '3|lowered|else if c is open and reached more cheaply: take this path',
    '3|reopened|else if c is closed and reached more cheaply: reopen c',
    '3|duplicate|else: ignore c; tiles that do not matter yet are equal',
  ),
  recorded: lines('0|start|the search begins', '0|choose|expand the recorded state n', '0|goal|the search ends'),
};
