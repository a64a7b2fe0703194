import { expect, it } from 'vitest';
import { lessons } from '../src/texts/lessons.ts';
import { LESSONS } from '../src/views/explain/lessons.ts';
import { findings } from './axe.ts';
import { useBrowser } from './browser.ts';

const open = useBrowser();

it('the first visit shows the third expansion of a search of 14 moves', async () => {
  const visit = await open('#explain');
  const { page } = visit;
  const main = page.getByRole('main');
  await expect.poll(() => main.innerText()).toContain('expansion 3 of 43');
  expect(await main.getByRole('listitem').filter({ hasText: /A\*|arrow keys|g counts/ }).count()).toBeGreaterThanOrEqual(4);
  // The chosen state is marked before it leaves the list.
  const chosen = main.locator('tr[aria-current]');
  expect((await chosen.locator('td').allInnerTexts()).filter((_, column) => column !== 1)).toEqual(['1', '10', '2', '8', 'L']);
  expect(await chosen.locator('svg').count()).toBe(1);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => chosen.count()).toBe(0);
});

it('terms have definitions for the pointer, the keyboard and touch', async () => {
  const visit = await open('#explain', { hasTouch: true });
  const { page } = visit;
  const tip = page.getByRole('tooltip');
  const term = page.getByRole('main').locator('.term', { hasText: /^closed$/ }).first();
  await term.hover();
  await expect.poll(() => tip.innerText()).toMatch(/^A state is closed when/);
  await page.mouse.move(0, 0);
  await expect.poll(() => tip.count()).toBe(0);
  await term.focus();
  await expect.poll(() => tip.count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => tip.count()).toBe(0);
  await page.getByRole('main').locator('.term', { hasText: /^f$/ }).first().tap();
  await expect.poll(() => tip.innerText()).toMatch(/^f is the priority/);
});

it.each(Object.entries(LESSONS))('the lesson %s is played from its first step to its last', async (name, lesson) => {
  const visit = await open(`#lesson=${name}/1`);
  const { page } = visit;
  const { title, steps } = lessons.of[name as keyof typeof lessons.of];
  expect(steps.length).toBe(lesson.steps.length);
  const strip = page.getByRole('region', { name: `Lesson: ${title}` });
  const reasons = page.locator('.why');
  for (const [index, text] of steps.entries()) {
    await expect.poll(() => strip.innerText()).toContain(text);
    await expect.poll(() => page.url()).toContain(`#lesson=${name}/${index + 1}`);
    await reasons.first().waitFor();
    const { expansion } = lesson.steps[index]!;
    const shown = page.locator('.transport-position');
    if (typeof expansion === 'number') await expect.poll(() => shown.innerText()).toMatch(new RegExp(`(expansion|step) ${expansion} of`));
    // Numbers of expansions in the text of the end are those of the search.
    if (expansion === 'end') {
      for (const own of await reasons.allInnerTexts()) {
        const count = /after (\d+) expansion/.exec(own)?.[1];
        expect(count, own).toBeDefined();
        expect(text).toContain(`${count} `);
      }
    }
    await visit.picture(`lesson-${name}-${index + 1}`);
    if (index + 1 < steps.length) await strip.getByRole('button', { name: 'Next step' }).click();
  }
  expect(await findings(page)).toEqual([]);
  await strip.getByRole('button', { name: 'End the lesson' }).click();
  await expect.poll(() => strip.count()).toBe(0);
});

it.each([
  ['#lesson=a-star/3', 1280, 720],
  ['#lesson=a-star/6', 1920, 1080],
  ['#lesson=ida-star/6', 1280, 720],
  ['#lesson=a-star-and-ida-star/4', 1280, 720],
  ['#lesson=a-star-and-ida-star/4', 1920, 1080],
])('the lecture layout of %s fits a screen of %i x %i', async (hash, width, height) => {
  const visit = await open(`${hash}?explain.layout=lecture`, { viewport: { width, height } });
  const { page } = visit;
  await page.locator('.why').first().waitFor();
  const parts = page.locator('.explain-tree, .explain-code, .explain-why, .explain-open, .pair-side');
  const boxes = await parts.evaluateAll((all) =>
    all.map((part) => {
      const { right, bottom } = part.getBoundingClientRect();
      return { right, bottom, hidden: part.matches('.explain-code, .explain-why') ? part.scrollHeight - part.clientHeight : 0 };
    }),
  );
  expect(boxes.length).toBe(hash.includes('and') ? 2 : 4);
  for (const box of boxes) {
    expect(box.right).toBeLessThanOrEqual(width);
    expect(box.bottom).toBeLessThanOrEqual(height);
    expect(box.hidden).toBeLessThanOrEqual(1);
  }
  await visit.picture(`lecture-${hash.replace(/\W+/g, '-')}-${width}`);
});
