import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { VIEWS } from '../src/state/url.ts';
import { useBrowser } from './browser.ts';

const open = useBrowser();

const address = (view: string) => `#${view}?board=867254301`;

/** The place and size of every element of the view, in pixels. */
function geometry(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main, main *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const numbers = [x, y + window.scrollY, width, height].map((number) => number.toFixed(1));
      return `${element.tagName} ${element.getAttribute('class') ?? ''}: ${numbers.join(' ')}`;
    }),
  );
}

/** The geometry after the last change that the view makes by itself. */
async function settledGeometry(page: Page): Promise<string[]> {
  let before = await geometry(page);
  for (let unchanged = 0; unchanged < 4; ) {
    await page.waitForTimeout(250);
    const now = await geometry(page);
    unchanged = now.join() === before.join() ? unchanged + 1 : 0;
    before = now;
  }
  return before;
}

it('a view looks alike after any other, in either order of loading', async () => {
  const fresh = new Map<string, string[]>();
  for (const view of VIEWS) {
    const visit = await open(address(view));
    await expect.poll(() => geometry(visit.page).then((elements) => elements.length)).toBeGreaterThan(30);
    fresh.set(view, await settledGeometry(visit.page));
    await visit.close();
  }
  // The second round shows every view with the styles of all others loaded.
  for (const order of [VIEWS, VIEWS.toReversed()]) {
    const visit = await open(address(order[0]!));
    for (const view of [...order, ...order]) {
      await visit.go(address(view));
      await expect.poll(() => geometry(visit.page), { timeout: 20_000, message: view }).toEqual(fresh.get(view));
    }
    await visit.close();
  }
}, 240_000);
