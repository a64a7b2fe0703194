import { describe, expect, it } from 'vitest';
import { findings } from './axe.ts';
import { useBrowser } from './browser.ts';

const VIEWS = ['board', 'solve', 'race', 'explain', 'spaces', 'cube'];

const open = useBrowser();

describe('the page', () => {
  it('keeps its budgets of bytes and requests', async () => {
    const visit = await open();
    const { page } = visit;
    await page.getByRole('application', { name: '4×4 board' }).waitFor();
    // The entry comes a moment after the picture.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const painted = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    );
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry as PerformanceResourceTiming)
        .map(({ name, decodedBodySize }) => ({ name, bytes: decodedBodySize })),
    );
    const scripts = loaded.filter(({ name }) => name.endsWith('.js') || name.endsWith('.css'));
    const bytes = scripts.reduce((sum, entry) => sum + entry.bytes, 0);
    console.log(`first contentful paint ${painted.toFixed(0)} ms; ${scripts.length} scripts and styles, ${bytes} bytes`);
    expect(scripts.length).toBeLessThanOrEqual(16);
    expect(bytes).toBeLessThan(220_000);
    expect(painted).toBeLessThan(5_000);
  });

  it('needs nothing from the network after the first load', async () => {
    const visit = await open();
    const { page, context } = visit;
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    // The worker has stored everything before it is ready.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    for (const view of VIEWS) {
      await visit.go(`#${view}`);
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    }
    await visit.go('#solve?board=867254301');
    await page.reload();
    await page.getByRole('main').getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByText('31', { exact: true }).first().waitFor();
    await context.setOffline(false);
  });

  it('has no findings of axe, light and dark, and fits a phone', async () => {
    const visit = await open();
    const { page } = visit;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const [device, width, height] of [['desktop', 1440, 900], ['projector', 1280, 720], ['phone', 390, 844]] as const) {
        await page.setViewportSize({ width, height });
        for (const view of VIEWS) {
          await visit.go(`#${view}`);
          await page.reload();
          await page.locator('main h1').waitFor({ state: 'attached' });
          await page.waitForTimeout(400);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(wide, `${view} on a ${device} is wider than the screen`).toBeLessThanOrEqual(0);
          await visit.picture(`${view}-${colorScheme}-${device}`);
          expect(await findings(page), `${view}, ${colorScheme}, ${device}`).toEqual([]);
        }
      }
    }
  }, 240_000);

  it.each([
    ['#board', /^About loyd$/],
    ['#race?board=123406758&race.mode=speed', /^Start the race$/],
    ['#race?board=123406758', /^Start the race$/],
    ['#solve?board=867254301&algorithm=astar&heuristic=manhattan', /^Solve$/],
    ['#solve?board=867254301', /^Solve the boards$/],
    ['#lesson=a-star-and-ida-star/2?explain.layout=lecture', /^Next step$/],
    ["#cube?cube.solution=RwM'x&cube.at=2", /^Forward$/],
  ])('has no findings of axe in %s after %s', async (hash, name) => {
    const visit = await open(hash);
    const { page } = visit;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name }).first().click();
    await page.waitForTimeout(2_500);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(300);
      await visit.picture(`state-${hash.replace(/\W+/g, '-').slice(1, 30)}-${width}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, `${width}`).toBeLessThanOrEqual(0);
      expect(await findings(page), `${width}`).toEqual([]);
    }
  });
});
