/** A table of figures: cards on a phone, and CSV for the clipboard. */

import { useState } from 'preact/hooks';
import { texts } from '../texts';
import { copyText } from './clipboard';
import { Button } from './controls';
import { ICONS } from './icons';

export type Cell = string | number | null;

export interface Column<Row> {
  readonly name: string;
  /** The plain value, for CSV. */
  readonly value: (row: Row) => Cell;
  readonly shown: (row: Row) => string;
}

/** The rows as CSV: a line each, texts in quotes where they need them. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cell = (value: Cell) => {
    const text = value === null ? '' : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ value }) => value(row)))];
  return lines.map((line) => `${line.map(cell).join(',')}\n`).join('');
}

export function FiguresTable<Row>({ label, columns, rows }: { label: string; columns: readonly Column<Row>[]; rows: readonly Row[] }) {
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={label}>
      <table class="data cards">
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map(({ name, shown }, at) => (
                <td key={name} data-column={at > 0 ? name : undefined}>
                  {shown(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    setCopied(await copyText(text()));
    setTimeout(() => setCopied(null), 2000);
  };
  return (
    <Button
      label={copied === null ? label : copied ? texts.common.copied : texts.common.copyFailed}
      icon={copied ? ICONS.check : undefined}
      onClick={() => void copy()}
    />
  );
}
