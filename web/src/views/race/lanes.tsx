import { Button, IconButton, Select } from '../../components/controls';
import { ICONS } from '../../components/icons';
import { SearchOptions } from '../../components/search-options';
import { lanes, start } from '../../state/store';
import { MAX_LANES, type Lane } from '../../state/url';
import { texts } from '../../texts';
import { PRESETS, presetOf, type PresetName } from './presets';

/** The lanes: an algorithm and a heuristic each. */
export function LaneSetup({ disabled }: { disabled: boolean }) {
  const change = (index: number, by: Partial<Lane>) => {
    lanes.value = lanes.value.map((lane, at) => (at === index ? { ...lane, ...by } : lane));
  };
  const preset = presetOf(lanes.value) ?? 'own';
  const names = ['own', ...Object.keys(PRESETS)] as ('own' | PresetName)[];
  return (
    <>
      <div class="preset-row">
        <Select
          label={texts.race.presets}
          value={preset}
          disabled={disabled}
          choices={names.map((value) => ({ value, label: texts.race.preset[value] }))}
          onChange={(name) => {
            if (name !== 'own') lanes.value = PRESETS[name];
          }}
        />
        <Button
          label={texts.race.add}
          icon={ICONS.plus}
          disabled={disabled || lanes.value.length >= MAX_LANES}
          onClick={() => (lanes.value = [...lanes.value, lanes.value.at(-1)!])}
        />
      </div>
      <ol class="lanes">
        {lanes.value.map((lane, index) => (
          <li key={index} class={`lane series-${index + 1}`}>
            <span class="lane-number" aria-hidden="true">
              {index + 1}
            </span>
            <fieldset disabled={disabled}>
              <legend class="visually-hidden">{texts.race.lane(index + 1)}</legend>
              <SearchOptions
                size={start.value}
                algorithm={lane.algorithm}
                heuristic={lane.heuristic}
                withAuto={false}
                onAlgorithm={(algorithm) => change(index, { algorithm })}
                onHeuristic={(heuristic) => change(index, { heuristic })}
              />
            </fieldset>
            <IconButton
              label={texts.race.remove(index + 1)}
              icon={ICONS.close}
              disabled={disabled || lanes.value.length === 1}
              onClick={() => (lanes.value = lanes.value.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
    </>
  );
}
