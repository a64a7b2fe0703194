/** The choice of a lesson, or of a board, algorithms and a heuristic. */

import { Select } from '../../components/controls';
import { sameTiles, sizeText } from '../../puzzle/tiles';
import { algorithmLabel, heuristicLabel } from '../../state/choices';
import { metric, puzzles, setBoard, setParameter } from '../../state/store';
import { explain as texts } from '../../texts/explain';
import { lessons } from '../../texts/lessons';
import { DATABASES, EXAMPLES } from './examples';
import { LESSONS, type LessonName } from './lessons';
import { EXPLAINED, parseAlgorithm, uninformed } from './model/algorithm';
import { forgetMoment, showLesson, subject } from './subject';
import { TraceInput } from './trace_input';

interface Props {
  onFile: (file: File) => void;
  /** Called before another search is chosen. */
  onChange: () => void;
}

export function Setup({ onFile, onChange }: Props) {
  const { board, algorithm, heuristic, beside, lesson } = subject.value;
  const info = puzzles.value?.find(({ name }) => name === 'tiles');
  const algorithms = EXPLAINED.filter(
    (name) => !info || info.algorithms.some(([listed]) => listed === name.split('(')[0]),
  );
  const database = DATABASES[sizeText(board)];
  const heuristics = [
    ...(info?.heuristics.map(([name]) => name).filter((name) => !name.includes('pdb')) ?? ['manhattan']),
    ...(database ? [database] : []),
  ];
  const needsNone = uninformed(algorithm) && (beside === null || uninformed(beside));
  /** Leaves the lesson with its search, and changes a part of it. */
  const change = (part: Partial<Record<'algorithm' | 'heuristic' | 'beside', string | null>>) => {
    onChange();
    forgetMoment();
    if (lesson) {
      setBoard(board, 'blank-last');
      metric.value = 'single';
    }
    setParameter('explain', 'lesson', undefined);
    for (const [name, value] of Object.entries({ algorithm, heuristic, beside, ...part })) {
      setParameter('explain', name, value === null || value === DEFAULTS[name] ? undefined : value);
    }
  };
  // A second search has one tree, like the first.
  const secondAlgorithms = algorithms.filter((name) => parseAlgorithm(name).family !== 'bidirectional' && name !== algorithm);
  return (
    <section class="card explain-setup" aria-label={texts.setup}>
      <Select
        label={lessons.label}
        value={lesson?.name ?? 'none'}
        choices={[
          { value: 'none', label: lessons.none },
          ...Object.keys(LESSONS).map((name) => ({ value: name, label: lessons.of[name as LessonName].title })),
        ]}
        onChange={(name) => {
          onChange();
          showLesson(name === 'none' ? null : `${name}/1`);
        }}
      />
      <Select
        label={texts.example}
        value={EXAMPLES.find((one) => sameTiles(one, board))?.name ?? 'own'}
        choices={[
          ...EXAMPLES.map(({ name }) => ({ value: name as string, label: texts.examples[name] })),
          { value: 'own', label: texts.own },
        ]}
        onChange={(name) => {
          const example = EXAMPLES.find((one) => one.name === name);
          if (!example) return;
          change({});
          setBoard({ width: example.width, height: example.height, tiles: example.tiles }, 'blank-last');
        }}
      />
      <Select
        label={texts.algorithm}
        value={algorithm}
        choices={algorithms.map((name) => ({ value: name as string, label: algorithmLabel(name) }))}
        onChange={(name) => change({ algorithm: name, ...(name === beside ? { beside: null } : {}) })}
      />
      <Select
        label={texts.beside}
        value={beside ?? 'none'}
        choices={[
          { value: 'none', label: texts.besideNone },
          ...secondAlgorithms.map((name) => ({ value: name as string, label: algorithmLabel(name) })),
        ]}
        onChange={(name) => change({ beside: name === 'none' ? null : name })}
      />
      <Select
        label={texts.heuristic}
        value={needsNone ? 'none' : heuristic}
        disabled={needsNone}
        choices={
          needsNone
            ? [{ value: 'none', label: texts.heuristicUnused }]
            : heuristics.map((name) => ({ value: name, label: heuristicLabel(name) }))
        }
        onChange={(name) => change({ heuristic: name })}
      />
      <TraceInput onFile={onFile} />
    </section>
  );
}

/** Values that the address leaves out. */
const DEFAULTS: Record<string, string> = { algorithm: 'astar', heuristic: 'manhattan' };
