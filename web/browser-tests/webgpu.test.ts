import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFindings } from './axe.ts';
import { CANCELLED_WITHIN, useBrowser, type Visit } from './browser.ts';

/** WebGPU on SwiftShader, a driver of Chromium that runs on the processor. */
const open = useBrowser(['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']);

interface Shown {
  levels: string[];
  antipodes: string[];
  engine: string;
  text: string;
}

/** A fact of the space. */
function fact(page: Page, name: string) {
  return page.locator('.spaces-facts').locator(`xpath=.//dt[normalize-space()="${name}"]/following-sibling::dd[1]`);
}

/** Counts a space with an engine, and reads what the page shows. */
async function count(visit: Visit, space: string, metric: string, start: number, engine: string): Promise<Shown> {
  const { page } = visit;
  const at = `spaces.space=${space}&spaces.metric=${metric}&spaces.start=${start}&spaces.engine=${engine}`;
  await visit.go(`#spaces?${at}`);
  const wanted = engine === 'webgpu' ? /^WebGPU: / : /^processor \(/;
  await expect.poll(() => fact(page, 'Engine').innerText({ timeout: 50_000 }), { timeout: 50_000 }).toMatch(wanted);
  const levels = await page.locator('.levels-table tbody tr').evaluateAll((rows) =>
    rows.map((row) => row.children[1]?.textContent ?? ''),
  );
  const antipodes = await page.locator('.antipode .visually-hidden').allTextContents();
  const text = await page.getByRole('main').innerText();
  return { levels, antipodes, engine: await fact(page, 'Engine').innerText(), text };
}

const CORNERS = [
  ['3x3', 8],
  ['4x2', 7],
  ['5x2', 9],
] as const;

describe('by WebGPU', () => {
  it('the browser of this test has it', async () => {
    const visit = await open('#spaces');
    const found = await visit.page.evaluate(async () => {
      const adapter = await navigator.gpu?.requestAdapter();
      return adapter ? `${adapter.info.vendor} ${adapter.info.architecture}` : null;
    });
    expect(found, 'Chromium grants no adapter: its SwiftShader for Vulkan is missing').toMatch(/swiftshader/);
  });

  it.each(CORNERS)('every level of %s equals the published table, in both metrics', async (space, start) => {
    const visit = await open();
    for (const metric of ['single', 'multi']) {
      const found = await count(visit, space, metric, start, 'webgpu');
      expect(found.text).toContain('Every level equals the published table.');
      expect(found.engine).toMatch(/^WebGPU: .*swiftshader/);
      expect(found.antipodes.length).toBeGreaterThan(0);
      const other = await count(visit, space, metric, start, 'processor');
      expect(found.levels).toEqual(other.levels);
      expect(found.antipodes).toEqual(other.antipodes);
    }
  });

  it.each([
    ['3x3', 4],
    ['3x3', 1],
    ['4x2', 2],
  ])('levels and antipodes of %s from cell %d are those of the processor', async (space, start) => {
    const visit = await open();
    for (const metric of ['single', 'multi']) {
      const found = await count(visit, space, metric, start, 'webgpu');
      const other = await count(visit, space, metric, start, 'processor');
      expect(found.levels.length).toBeGreaterThan(10);
      expect(found.levels).toEqual(other.levels);
      expect(found.antipodes).toEqual(other.antipodes);
    }
  });

  it('the choice is in the address, and a refusal is told', async () => {
    const visit = await open('#spaces?spaces.space=3x3');
    const { page } = visit;
    await page.getByRole('combobox', { name: 'Engine' }).selectOption({ label: 'WebGPU' });
    await expect.poll(() => page.url()).toContain('spaces.engine=webgpu');
    await expect.poll(() => fact(page, 'Engine').innerText()).toMatch(/^WebGPU/);
    await visit.go('#spaces?spaces.space=2x2&spaces.engine=webgpu');
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/2x2/);
  });

  it.each([
    ['light', 390],
    ['dark', 1280],
  ] as const)('the choice is shown in a %s page %d points wide', async (colorScheme, width) => {
    const visit = await open('#spaces?spaces.space=3x3&spaces.engine=webgpu', {
      colorScheme,
      viewport: { width, height: 844 },
    });
    await expect.poll(() => fact(visit.page, 'Engine').innerText()).toMatch(/^WebGPU/);
    const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(await seriousFindings(visit.page)).toEqual([]);
    await visit.picture(`spaces-webgpu-${colorScheme}-${width}`);
  });

  it('a count is cancelled at once', async () => {
    const visit = await open('#spaces?spaces.space=4x3&spaces.engine=webgpu');
    const { page } = visit;
    const main = page.getByRole('main');
    await main.getByRole('button', { name: /^Count/ }).click();
    await expect.poll(() => main.getByRole('status').innerText(), { timeout: 30_000 }).toMatch(/Depth [1-9]/);
    await main.getByRole('button', { name: 'Cancel' }).click();
    await main.getByRole('button', { name: /^Count/ }).waitFor({ timeout: CANCELLED_WITHIN });
  });
});

/** Runs a text before the page and before its workers. */
async function prepare(visit: Visit, script: string): Promise<void> {
  await visit.page.addInitScript(script);
  await visit.context.route(/\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script};\n${await response.text()}` });
  });
  await visit.page.reload();
}

const OPTIONS = { serviceWorkers: 'block' as const };

/** Makes the driver look like a card. */
const AS_A_CARD = `
  Object.defineProperty(GPUAdapterInfo.prototype, 'isFallbackAdapter', { get: () => false });
  Object.defineProperty(GPUAdapterInfo.prototype, 'architecture', { get: () => 'card' });`;

/** Counts 4x3 with the engine chosen by the page; returns what it shows. */
async function countLarge(visit: Visit): Promise<string> {
  const { page } = visit;
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /^Count/ }).click();
  await expect.poll(() => main.innerText(), { timeout: 120_000 }).toMatch(/Engine\s+processor \(/);
  expect(await main.innerText()).toContain('Every level equals the published table.');
  return main.innerText();
}

describe('without WebGPU', () => {
  it('a page counts with the processor and says so', async () => {
    const visit = await open('#spaces?spaces.space=3x3&spaces.engine=webgpu', OPTIONS);
    const { page } = visit;
    await prepare(visit, `delete Object.getPrototypeOf(navigator).gpu;`);
    await expect.poll(() => fact(page, 'Engine').innerText()).toMatch(/^processor/);
    expect(await page.getByRole('main').innerText()).toContain('This browser has no WebGPU: the processor counts.');
    const choice = page.getByRole('combobox', { name: 'Engine' });
    expect(await choice.locator('option', { hasText: 'WebGPU' }).isDisabled()).toBe(true);
    expect(await choice.inputValue()).toBe('processor');
    expect(await seriousFindings(page)).toEqual([]);
    await visit.picture('spaces-without-webgpu');
  });

  it('a page that is granted no adapter says that', async () => {
    const visit = await open('#spaces?spaces.space=3x3&spaces.engine=webgpu', OPTIONS);
    const { page } = visit;
    await prepare(visit, `GPU.prototype.requestAdapter = async () => null;`);
    await expect.poll(() => fact(page, 'Engine').innerText()).toMatch(/^processor/);
    expect(await page.getByRole('main').innerText()).toContain('grants no graphics card');
  });

  it('a driver that runs on the processor is not chosen unasked', async () => {
    const visit = await open('#spaces?spaces.space=4x3');
    expect(await countLarge(visit)).not.toContain('WebGPU could not count');
  }, 150_000);

  it('a device that is lost is told, and the processor takes over', async () => {
    const visit = await open('#spaces?spaces.space=4x3', OPTIONS);
    await prepare(
      visit,
      `${AS_A_CARD}
      if (typeof WorkerGlobalScope !== 'undefined') {
        const { requestDevice } = GPUAdapter.prototype;
        const { submit } = GPUQueue.prototype;
        let submitted = 0;
        GPUAdapter.prototype.requestDevice = async function (...wanted) {
          const device = await requestDevice.apply(this, wanted);
          GPUQueue.prototype.submit = function (...commands) {
            submitted += 1;
            if (submitted === 2) device.destroy();
            return submit.apply(this, commands);
          };
          return device;
        };
      }`,
    );
    expect(await countLarge(visit)).toMatch(/WebGPU could not count \(.*was lost.*\), so the processor did/);
    await visit.picture('spaces-webgpu-lost');
  }, 150_000);

  it('a device that is refused is told, and the processor takes over', async () => {
    const visit = await open('#spaces?spaces.space=4x3', OPTIONS);
    await prepare(
      visit,
      `${AS_A_CARD}
      GPUAdapter.prototype.requestDevice = async () => { throw new Error('too many devices'); };`,
    );
    expect(await countLarge(visit)).toMatch(/could not be opened.*too many devices/);
  }, 150_000);

  it('a failure of the chosen engine is an error, not another engine', async () => {
    const visit = await open('#spaces?spaces.space=3x3&spaces.engine=webgpu', OPTIONS);
    const { page } = visit;
    await prepare(visit, `GPUAdapter.prototype.requestDevice = async () => { throw new Error('too many devices'); };`);
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/could not be opened.*too many devices/);
  });

  it('a device that leaves blocks out has counted wrongly', async () => {
    const visit = await open('#spaces?spaces.space=3x3&spaces.engine=webgpu', OPTIONS);
    const { page } = visit;
    await prepare(
      visit,
      `const { dispatchWorkgroups } = GPUComputePassEncoder.prototype;
      GPUComputePassEncoder.prototype.dispatchWorkgroups = function (across, down) {
        return dispatchWorkgroups.call(this, Math.ceil(across / 2), down);
      };`,
    );
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/counted wrongly/);
  });
});
