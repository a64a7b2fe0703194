import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icons';

/** A button with an icon, a text, or both. */
export function Button(props: {
  label: string;
  icon?: string;
  filled?: boolean;
  primary?: boolean;
  pressed?: boolean;
  disabled?: boolean;
  title?: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      class={props.primary ? 'button primary' : 'button'}
      disabled={props.disabled}
      aria-pressed={props.pressed}
      title={props.title}
      onClick={props.onClick}
    >
      {props.icon && <Icon path={props.icon} filled={props.filled} />}
      <span>{props.label}</span>
    </button>
  );
}

/** A button with an icon alone; its label is read aloud and shown on hovering. */
export function IconButton(props: {
  label: string;
  icon: string;
  filled?: boolean;
  large?: boolean;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      class={props.large ? 'icon-button large' : 'icon-button'}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon path={props.icon} filled={props.filled} />
    </button>
  );
}

export interface Choice<T extends string> {
  value: T;
  label: string;
  title?: string;
  disabled?: boolean;
}

/** A choice among few values, all visible. */
export function Segments<T extends string>(props: {
  label: string;
  value: T;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
  hideLabel?: boolean;
}) {
  const name = useId();
  return (
    <fieldset class="field">
      <legend class={props.hideLabel ? 'visually-hidden' : undefined}>{props.label}</legend>
      <div class="segments">
        {props.choices.map(({ value, label, title }) => (
          <label key={value} title={title}>
            <input
              type="radio"
              name={name}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A choice among many values. */
export function Select<T extends string>(props: {
  label: string;
  value: T;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
  help?: ComponentChildren;
  hideLabel?: boolean;
  disabled?: boolean;
}) {
  const id = useId();
  const isListed = props.choices.some(({ value }) => value === props.value);
  return (
    <div class="field">
      <label for={id} class={props.hideLabel ? 'visually-hidden' : undefined}>
        {props.label}
      </label>
      <select
        id={id}
        class="input"
        value={props.value}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.currentTarget.value as T)}
      >
        {!isListed && <option value={props.value}>{props.value}</option>}
        {props.choices.map(({ value, label, title, disabled }) => (
          <option key={value} value={value} title={title} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      {props.help && <div class="help">{props.help}</div>}
    </div>
  );
}

export function Switch(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}

export function Slider(props: {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  text?: string;
  disabled?: boolean;
  hideLabel?: boolean;
  onInput: (value: number) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={props.hideLabel ? 'visually-hidden' : undefined}>
        {props.label}
      </label>
      <input
        id={id}
        type="range"
        min={props.min}
        max={props.max}
        step={props.step ?? 1}
        value={props.value}
        disabled={props.disabled}
        aria-valuetext={props.text}
        onInput={(event) => props.onInput(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

/** The completed share of work; null if it is unknown. */
export function ProgressBar({ label, value }: { label: string; value: number | null }) {
  return (
    <div
      class={value === null ? 'progress indeterminate' : 'progress'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(100 * value)}
    >
      <div style={value === null ? undefined : { transform: `scaleX(${value})` }} />
    </div>
  );
}
