import type { Size } from '../puzzle/tiles';
import {
  WEIGHTS,
  algorithmChoices,
  heuristicChoices,
  isWeighted,
  splitName,
  usesHeuristic,
} from '../state/choices';
import { texts } from '../texts';
import { Select } from './controls';

interface Props {
  size: Size;
  algorithm: string;
  heuristic: string;
  withAuto: boolean;
  disabled?: boolean;
  onAlgorithm: (name: string) => void;
  onHeuristic: (name: string) => void;
}

/** An algorithm, its weight, and a heuristic. */
export function SearchOptions(props: Props) {
  const algorithms = algorithmChoices(props.withAuto);
  const { base, parameter } = splitName(props.algorithm);
  const weighted = isWeighted(props.algorithm);
  // The entry of a weighted algorithm stands for all weights.
  const shown = weighted ? (algorithms.find(({ value }) => splitName(value).base === base)?.value ?? props.algorithm) : props.algorithm;
  const heuristic = usesHeuristic(props.algorithm);
  return (
    <>
      <Select
        label={texts.solve.algorithm}
        value={shown}
        choices={algorithms}
        disabled={props.disabled}
        onChange={props.onAlgorithm}
      />
      {weighted && (
        <Select
          label={texts.solve.weight}
          value={parameter ?? WEIGHTS[2]}
          choices={WEIGHTS.map((value) => ({ value, label: value }))}
          disabled={props.disabled}
          onChange={(value) => props.onAlgorithm(`${base}(${value})`)}
        />
      )}
      <Select
        label={texts.solve.heuristic}
        value={heuristic ? props.heuristic : 'none'}
        choices={heuristic ? heuristicChoices(props.size, props.withAuto, props.heuristic) : [{ value: 'none', label: texts.common.unknown }]}
        disabled={props.disabled || !heuristic}
        onChange={props.onHeuristic}
      />
    </>
  );
}
