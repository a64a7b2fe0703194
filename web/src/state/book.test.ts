/** The links of the book into the page: views, values and parameters exist. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lessonPlace } from '../views/explain/lessons';
import { decodeState } from './url';

const filesOf = (folder: URL, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => ({ name, text: readFileSync(new URL(name.replaceAll('\\', '/'), folder), 'utf8') }));

/** Parameters that views read: `VIEW.NAME`. */
const parameters = new Set(
  filesOf(new URL('../views/', import.meta.url), /\.tsx?$/).flatMap(({ text }) =>
    [...text.matchAll(/parameter\('(\w+)', '(\w+)'\)/g)].map(([, view, name]) => `${view}.${name}`),
  ),
);

const links = filesOf(new URL('../../../book/src/', import.meta.url), /\.md$/).flatMap(({ name, text }) =>
  [...text.matchAll(/\(http:\/\/127\.0\.0\.1:8017\/(#[^)\s]*)\)/g)].map(([, hash]) => ({ name, hash: hash! })),
);

describe('the book', () => {
  it('has links into the page', () => expect(links.length).toBeGreaterThan(10));

  it.each(links)('leads to a state of the page: $name $hash', ({ hash }) => {
    const { state, problems } = decodeState(hash);
    expect(problems).toEqual([]);
    const lesson = state.parameters['explain.lesson'];
    if (lesson !== undefined) expect(lessonPlace(lesson)).not.toBeNull();
    expect(hash.startsWith(lesson === undefined ? `#${state.view}` : '#lesson=')).toBe(true);
    for (const name of Object.keys(state.parameters)) {
      expect(name.startsWith(`${state.view}.`)).toBe(true);
      expect(parameters).toContain(name);
    }
  });
});
